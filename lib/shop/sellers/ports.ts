import type { PayeeFault } from '@/lib/base/chains/payee-fault'
import type { WantedTransfers } from '@/lib/base/chains/transfers/read-transfers'
import type { TransferReading } from '@/lib/base/chains/transfers/transfer-reading'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { SignUp } from '@/lib/base/infra/env'
import type { Mail } from '@/lib/base/infra/mailer'
import type { SafeFetchOptions, SafeResponse } from '@/lib/base/infra/safe-fetch'
import type { SafeStream, SafeStreamOptions } from '@/lib/base/infra/safe-stream'
import type { Scheme } from '@/lib/base/x402/payment-option'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import type { RouteTerms } from '@/lib/base/x402/route-terms'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import type { ClaimLimits } from '@/lib/payments/channels/claims'
import type { Quotas } from './quotas/quotas'
import type { SealKey } from './seal'

/** A stored route in the gate's terms, without its handler. */
export type GateRoute = {
  accepts: { scheme: Scheme; price: string; network: string; payTo: string; maxTimeoutSeconds?: number }[]
  /** Also out of channels, where the network has them. */
  manySmallCalls: boolean
  description: string
  mimeType: string
  /** As the gate reads it: none declared, and all count. */
  query: string[] | 'ignored'
  /** What buyers' rights are bound to, and since when it is at its address; absent before it is stored. */
  stored?: { routeId: string; since: Date }
  settle: 'after' | 'before'
  /** A metered answer leaves as it comes, and is charged for what was sent. */
  isStreaming: boolean
  /** By `upto` too, up to that. */
  streamsOnCredit?: { mostUnpaid: string }
  /** An answer of a fixed price leaves as it comes, once the money is in. */
  passesThrough: boolean
  handlerTimeoutSeconds: number
  /** The seller's server gets a request's body as it comes, of `maxRequestBytes` at most. */
  streamsUpload?: boolean
  maxRequestBytes?: number
  extensions: {
    'sign-in-with-x'?: {
      statement?: string
      network?: string[]
      entitlementSeconds?: number
      expirationSeconds?: number
      domain?: string
      resourceUri?: string
    }
    bazaar?: Record<string, unknown>
  }
  resource: { serviceName?: string; tags?: string[]; iconUrl?: string }
}

/** What a route would offer, or why the gate cannot sell it. */
type BuiltTerms = { ok: true; terms: RouteTerms } | { ok: false; message: string }

/** What this room needs of the gate. */
export type GatePort = {
  buildTerms: (routeKey: string, route: GateRoute) => Promise<BuiltTerms>
}

/** What this room needs of the catalog. */
export type CatalogPort = {
  list: (terms: RouteTerms) => Promise<ListingOutcome>
  remove: (key: string) => Promise<void>
}

/** The catalog's result for a route; `key` finds it there again. */
export type ListingOutcome =
  | { status: 'success'; key: string }
  | { status: 'processing' }
  | { status: 'rejected'; reason: string }

/** What refunds need from the chain and from the seller. */
type RefundsPort = {
  readTransfers: (wanted: WantedTransfers) => Promise<TransferReading>
  /** Addresses that the account has proven to be its own on that network. */
  walletsOf: (accountId: string, network: string) => Promise<string[]>
}

/** A change that a wallet signs: the page where it is made, and exactly what it changes, in a statement's characters. */
export type ConfirmedAct = { path: string; statement: string }

/** What this room needs of sign-in: fresh signatures over what is about to change. */
export type ConfirmationPort = {
  /** A new message to sign: single-use, for five minutes. */
  ask: (act: ConfirmedAct) => SignInExtension
  /** Who signed exactly that act, and what uses the signature up; false from `spend` when it was used before. */
  check: (
    act: ConfirmedAct,
    proof: string,
  ) => Promise<
    | { valid: true; wallet: ProvenWallet; spend: (transaction: DatabaseTransaction) => Promise<boolean> }
    | { valid: false; error: string }
  >
  /** Whether the account has that wallet; it keeps it until the transaction ends. */
  isWalletOf: (transaction: DatabaseTransaction, wallet: ProvenWallet, accountId: string) => Promise<boolean>
}

/** How e-mail leaves. */
export type MailPort = {
  /** Hands a message to the mail server. Rejects with a `MailError` where it does not take it. */
  send: (mail: Mail) => Promise<void>
  /** Who is told of what concerns the whole site. */
  operatorAddress: string | null
  siteName: string
}

/** Everything that selling needs; built once per process. */
export type SellersContext = {
  database: Database
  clock: Clock
  publicOrigin: string
  sealKey: SealKey
  /** Requests an address that a seller wrote. In production this is `safeFetch`. */
  fetch: (url: string, options: SafeFetchOptions) => Promise<SafeResponse>
  /** The same for an answer that is passed on as it comes: `safeStream`. */
  stream: (url: string, options: SafeStreamOptions) => Promise<SafeStream>
  /** Addresses of a name, for checks before anything is asked. */
  resolve: (hostname: string) => Promise<string[]>
  /** `loopback` only in the demo: upstreams and webhooks on this machine. */
  reach: 'public' | 'loopback'
  /** `host:port` of upstreams that the operator lets in wherever they are. */
  openHosts: ReadonlySet<string>
  /** Whether the operator has that network switched on. */
  isSwitchedOn: (network: string) => boolean
  /** Why no payment can reach an address now; null when one can, or when the chain does not answer. */
  findPayeeFault: (network: string, address: string) => Promise<PayeeFault | null>
  decimalsOf: (network: string) => number
  /** What shops may have unless an operator has said otherwise, and how many bytes of files all of them together. */
  limits: { quotas: Quotas; storedBytes: number }
  /** Who may open a shop; operators always may. */
  signUp: SignUp
  /** Accounts of the people who run this site. */
  operatorAccounts: () => Promise<string[]>
  gate: GatePort
  catalog: CatalogPort
  /** When channels are claimed without being asked for. */
  claimLimits: ClaimLimits
  refunds: RefundsPort
  confirmations: ConfirmationPort
  /** Null where the site sends no e-mail. */
  mail: MailPort | null
}
