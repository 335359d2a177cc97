import type { MessageVerdict, SignedMessage } from '@/lib/base/chains/verify-message-signature'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { SafeFetchFault, SafeFetchOptions, SafeResponse } from '@/lib/base/infra/safe-fetch'

/** What the catalog needs from outside. */
export type CatalogDeps = {
  database: Database
  /** Runs what lists, searches and shows; what it finds may be some seconds old. At `database` unless said. */
  read?: <T>(run: (database: Database) => Promise<T>) => Promise<T>
  clock: Clock
  log: CatalogLog
  sales: SalesPort
  /** Requests an address that a stranger wrote. In production this is `safeFetch`. */
  fetch: (url: string, options: SafeFetchOptions) => Promise<SafeResponse>
  /** Asks a stranger's MCP server for one of its tools, without paying. Never throws for what the other side does. */
  askTool: (tool: { url: string; toolName: string }, caller: Caller) => Promise<ToolAnswer>
  /** Whether a wallet signed a message; contract wallets through their chain. */
  verifyMessage: (message: SignedMessage) => Promise<MessageVerdict>
  /** Where this site is reached; its own routes are listed without a probe. */
  publicOrigin: string
  /** What this site is called, for the description of its endpoints. */
  siteName?: string
  /** `loopback`: the demo, which touches loopback alone and may list it. `public`: production, which may not. */
  reach: 'public' | 'loopback'
  /** How icons of listed services are fetched. In production by `fetch`, wherever they are. */
  icons: IconSource
  /** After how long a listed resource is asked again; six hours unless said, one after a failure. */
  probeIntervalMs?: number
  /** Whether a caller may ask once more; else how long it should stay away. Without it, every caller may. */
  admit?: (request: Request, endpoint: DiscoveryEndpoint) => Promise<{ retryAfterSeconds: number } | null>
  /** What sellers sell at this site: it is listed as they and those who run the site wish, and by nothing else. */
  sellers?: {
    owns: (url: string) => boolean
    isSuspended: (listing: { key: string; toolName: string | null }) => Promise<boolean>
    /** Writes down, in the transaction of the act, what the wallet that is paid did to a listing by its signature. */
    recordAct: (transaction: DatabaseTransaction, act: OwnerAct) => Promise<void>
  }
  embeddings?: EmbeddingsPort
  /** Base URLs of the facilitators whose lists are taken over again and again. */
  imports?: string[]
}

export type IconSource = {
  fetch: CatalogDeps['fetch']
  /** The only URLs that are asked for begin so; any where it is absent. */
  prefix?: string
  /** How often entries are looked through for new ones. */
  noteEveryMs: number
}

type Caller = { userAgent: string; allowLoopback: boolean }

/** How a server lists a tool and on what terms it refused an unpaid call; untrusted. Without `terms`, `fault` says why. */
export type ToolAnswer = {
  tool: OfferedTool | null
  terms: Record<string, unknown> | null
  latencyMs: number | null
  fault: SafeFetchFault | 'not_mcp' | 'tool_missing' | 'tool_unpaid' | 'arguments_refused' | 'terms_missing' | null
}

export type OfferedTool = { description?: string | undefined; inputSchema?: Record<string, unknown> | undefined }

/** Payments that have settled, kept by the facilitator's ledger until the catalog has taken them up. */
type SalesPort = {
  /** The oldest of them. */
  list: (limit: number) => Promise<Sale[]>
  forget: (keys: string[]) => Promise<void>
}

/** `key` is the authorization's; `note` is what `readSale` gave along with it. */
export type Sale = {
  key: string
  network: string
  scheme: string
  asset: string
  payer: string
  payTo: string
  amountAtomic: bigint
  settledAt: Date
  note: unknown
  /** How many payments it stands for; one when omitted. */
  times?: number
}

type OwnerAct = {
  key: string
  toolName: string | null
  wallet: string
  at: Date
  before: { status: string }
  after: { action: string; status: string; changes?: string }
}

export type DiscoveryEndpoint = 'resources' | 'search' | 'probe' | 'validate' | 'owner' | 'events'

/** Turns texts into vectors of one length, for the optional semantic half of search. Fails with `EmbeddingsError`. */
export type EmbeddingsPort = {
  model: string
  embed: (texts: string[], options: { timeoutMs: number }) => Promise<number[][]>
}

/** Structured logging; never given keys, signatures or payloads. */
type CatalogLog = {
  info(details: Record<string, unknown>, message: string): void
  warn(details: Record<string, unknown>, message: string): void
  error(details: Record<string, unknown>, message: string): void
}
