import type { Funding, FundingQuestion } from '@/lib/base/chains/evm/search-logs'
import type { MessageVerdict, SignedMessage } from '@/lib/base/chains/verify-message-signature'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { PlainLog } from '@/lib/base/infra/logger'
import type { SafeFetchOptions, SafeResponse } from '@/lib/base/infra/safe-fetch'

export type CatalogDeps = {
  database: Database
  clock: Clock
  log: PlainLog
  sales: SalesPort
  /** Requests an address that a stranger wrote. In production this is `safeFetch`. */
  fetch: (url: string, options: SafeFetchOptions) => Promise<SafeResponse>
  /** Checks that a wallet signed a message; contract wallets through their chain. */
  verifyMessage: (message: SignedMessage) => Promise<MessageVerdict>
  /** This site's origin; its own routes are listed without a probe. */
  publicOrigin: string
  siteName?: string
  /** `loopback`: the demo, which contacts only loopback and may list it. `public`: production, which may not. */
  reach: 'public' | 'loopback'
  fetchIcon: CatalogDeps['fetch']
  /** Time until a listed resource is asked again, whatever its use; see `recordProbe` for when it is omitted. */
  probeIntervalMs?: number
  /** How long a caller should stay away; null lets its request pass. Without it, every caller may ask. */
  admit?: (caller: string, endpoint: DiscoveryEndpoint) => Promise<{ retryAfterSeconds: number } | null>
  /** This site's own sellers: their resources are listed only as they and the site's operators wish. */
  sellers?: {
    owns: (url: string) => boolean
    isSuspended: (listing: { key: string; toolName: string | null }) => Promise<boolean>
    /** Records, in the same transaction, what a paid wallet did to a listing by its signature. */
    recordAct: (transaction: DatabaseTransaction, act: OwnerAct) => Promise<void>
  }
  imports?: string[]
  /** Wallets that payers had their money from before their first payment, by the chain. Throws where it cannot be read. */
  findFundings?: (question: FundingQuestion) => Promise<Funding[]>
}

/** Settled payments, kept by the facilitator's ledger until the catalog has counted them. */
type SalesPort = {
  list: (limit: number) => Promise<Sale[]>
  forget: (keys: string[]) => Promise<void>
}

/** `key` is the authorization's; `note` is the one that `readSale` gave with it. */
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
}

type OwnerAct = {
  key: string
  toolName: string | null
  wallet: string
  at: Date
  before: { status: string }
  after: { action: string; status: string; changes?: string }
}

export type DiscoveryEndpoint = 'resources' | 'search' | 'merchant' | 'preflight' | 'probe' | 'validate' | 'owner'
