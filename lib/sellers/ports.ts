import type { WantedTransfers } from '@/lib/chains/transfers/read-transfers'
import type { TransferReading } from '@/lib/chains/transfers/transfer-reading'
import type { Clock } from '@/lib/infra/clock'
import type { Database, DatabaseTransaction } from '@/lib/infra/database'
import type { SignUp } from '@/lib/infra/env'
import type { SafeFetchOptions, SafeResponse } from '@/lib/infra/safe-fetch'
import type { SignInExtension } from '@/lib/x402/sign-in'
import type { PaymentRequired } from '@/lib/x402/wire'
import type { Quotas } from './quotas/quotas'
import type { SealKey } from './seal'

/** A stored route in the gate's terms, without its handler. */
export type GateRoute = {
  accepts: { scheme: 'exact' | 'upto'; price: string; network: string; payTo: string }[]
  description: string
  mimeType: string
  query: string[]
  settle: 'after' | 'before'
  handlerTimeoutSeconds: number
  extensions: {
    'sign-in-with-x'?: { statement?: string; network?: string[]; entitlementSeconds?: number }
    bazaar?: Record<string, unknown>
  }
  resource: { serviceName?: string; tags?: string[]; iconUrl?: string }
}

/** The 402 that a route would answer, or why the gate cannot sell it. */
export type BuiltChallenge = { ok: true; challenge: PaymentRequired } | { ok: false; message: string }

/** What this room needs of the gate. */
export type GatePort = {
  buildChallenge: (routeKey: string, route: GateRoute) => Promise<BuiltChallenge>
}

/** What this room needs of the catalog. */
export type CatalogPort = {
  list: (route: { url: string; method: string; challenge: PaymentRequired }) => Promise<ListingOutcome>
  remove: (key: string) => Promise<void>
}

/** What the catalog made of a route; `key` finds it there again. */
export type ListingOutcome =
  | { status: 'success'; key: string }
  | { status: 'processing' }
  | { status: 'rejected'; reason: string }

/** What refunds need to know of the chain and of the seller. */
export type RefundsPort = {
  readTransfers: (wanted: WantedTransfers) => Promise<TransferReading>
  /** Addresses that the account has proven to be its own on that network. */
  walletsOf: (accountId: string, network: string) => Promise<string[]>
}

/** A wallet that was proven, and where that counts: its family, or for a contract wallet its one network. */
export type Wallet = { scope: string; address: string }

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
    | { valid: true; wallet: Wallet; spend: (transaction: DatabaseTransaction) => Promise<boolean> }
    | { valid: false; error: string }
  >
  /** Whether the account has that wallet; it keeps it until the transaction ends. */
  isWalletOf: (transaction: DatabaseTransaction, wallet: Wallet, accountId: string) => Promise<boolean>
}

/** Everything that selling needs; built once per process. */
export type SellersContext = {
  database: Database
  clock: Clock
  publicOrigin: string
  sealKey: SealKey
  /** Requests an address that a seller wrote. In production this is `safeFetch`. */
  fetch: (url: string, options: SafeFetchOptions) => Promise<SafeResponse>
  /** Addresses of a name, for checks before anything is asked. */
  resolve: (hostname: string) => Promise<string[]>
  /** `loopback` only in the demo: upstreams and webhooks on this machine. */
  reach: 'public' | 'loopback'
  decimalsOf: (network: string) => number
  /** What shops may have unless an operator has said otherwise, and how many bytes of files all of them together. */
  limits: { quotas: Quotas; storedBytes: number }
  /** Who may open a shop; operators always may. */
  signUp: SignUp
  /** Accounts of the people who run this site. */
  operatorAccounts: () => Promise<string[]>
  gate: GatePort
  catalog: CatalogPort
  refunds: RefundsPort
  confirmations: ConfirmationPort
}
