import type { PayeeFault } from '@/lib/chains/payee-fault'
import type { WantedTransfers } from '@/lib/chains/transfers/read-transfers'
import type { TransferReading } from '@/lib/chains/transfers/transfer-reading'
import type { Clock } from '@/lib/infra/clock'
import type { Database, DatabaseTransaction, Prisma } from '@/lib/infra/database'
import type { SignUp } from '@/lib/infra/env'
import type { Mail } from '@/lib/infra/mailer'
import type { SafeFetchOptions, SafeResponse } from '@/lib/infra/safe-fetch'
import type { SafeStream, SafeStreamOptions } from '@/lib/infra/safe-stream'
import type { ChannelSum, ChannelView } from '@/lib/x402/channel-view'
import type { Scheme } from '@/lib/x402/payment-option'
import type { PaymentStatus } from '@/lib/x402/payment-status'
import type { PaymentView } from '@/lib/x402/payment-view'
import type { ProvenWallet } from '@/lib/x402/proven-wallet'
import type { RefundView } from '@/lib/x402/refund-view'
import type { RouteTerms } from '@/lib/x402/route-terms'
import type { SignInExtension } from '@/lib/x402/sign-in'
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

/** A filter of a shop's payments; with the handle alone it selects all. */
type ShopPayments = {
  handle: string
  status?: PaymentStatus | undefined
  network?: string | undefined
  routeKey?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** An address, transaction or payment id, whole or its beginning. */
  search?: string | undefined
}

/** Money that came in, in one asset of one network: of a day (UTC), of a route, or of all where both are null. */
export type EarningsSum = {
  day: string | null
  routeKey: string | null
  network: string
  asset: string
  amountAtomic: bigint
  /** The part received for undelivered content, which may have to be refunded. */
  undeliveredAtomic: bigint
  payments: number
}

/** What a seller gave back in one asset of one network: refunds that the chain has shown. */
type GivenBack = { network: string; asset: string; amountAtomic: bigint; refunds: number }

/** A route whose last paid requests all failed behind the gate; `lastReason` is `handler_502` or `handler_504`. */
export type FailingRoute = { routeKey: string; failures: number; lastFailedAt: Date; lastReason: string }

/** A payment whose money came in and delivered nothing; `owedAtomic` is what was not given back of it. */
export type OwedPayment = {
  paymentId: string
  routeKey: string
  network: string
  asset: string
  owedAtomic: bigint
  settledAt: Date
}

type ShopRange = { handle: string; from: Date; until: Date }

/** The channels that payers put amounts aside in. */
type ChannelsPort = {
  /** How they are claimed by themselves. */
  limits: { afterSeconds: number; aboveAtomic: bigint }
  /** Newest first, from behind one on. */
  list: (wanted: { handle: string; after: string | null; limit: number }) => Promise<ChannelView[]>
  sum: (handle: string) => Promise<ChannelSum[]>
  /** Has what the shop's channels owe claimed in a moment; null when it has been asked a short while ago. */
  askClaims: (
    transaction: DatabaseTransaction,
    handle: string,
  ) => Promise<{ network: string; asset: string; unclaimedAtomic: bigint }[] | null>
}

/** What this room reads of the payments ledger. Parts in SQL join statements of this room's own. */
export type PaymentsPort = {
  /** Newest first, from behind a row on. */
  list: (
    wanted: ShopPayments,
    stretch: { after: { paymentId: string; claimedAt: Date } | null; limit: number },
  ) => Promise<PaymentView[]>
  /** Null for an unknown one and for another shop's alike. */
  find: (wanted: { handle: string; paymentId: string }) => Promise<PaymentView | null>
  /** Oldest and busiest first; the `maxRoutes` busiest routes. */
  sumEarnings: (range: ShopRange & { maxRoutes: number }) => Promise<EarningsSum[]>
  /** Of the refunds that were confirmed in that time. */
  sumGivenBack: (range: { sellerId: string; from: Date; until: Date }) => Promise<GivenBack[]>
  /** Of all shops, or of one. */
  findFailingRoutes: (failing: { handle?: string; since: Date; times: number }) => Promise<FailingRoute[]>
  /** Newest first. `isGoneSql` is SQL: whether a route key has no route any more that could deliver what is due. */
  listOwed: (wanted: {
    handle: string
    limit: number
    isGoneSql: (routeKey: Prisma.Sql) => Prisma.Sql
  }) => Promise<OwedPayment[]>
  /** SQL: a query of `day`, `route_key`, `audience`, `signed` and `settled`. */
  attemptsSql: (range: ShopRange, by: 'day' | 'route') => Prisma.Sql
  /** SQL: a query of the payments of a shop that have ended, under the names of `PaymentView`, and `"endedAt"`. */
  endedSql: (handle: Prisma.Sql) => Prisma.Sql
  refunds: RefundLedger
  channels: ChannelsPort
}

/** A refund as it is kept, for the seller who made it. */
export type StoredRefund = RefundView & { sellerId: string; recipient: string; keepsAccess: boolean }

type RefundOf = { refundId: string; sellerId: string }
type Reader = Database | DatabaseTransaction

/** The refunds in the ledger. Every move is one of the caller's transaction. */
type RefundLedger = {
  /** Null for an unknown one and for another seller's alike. */
  find: (database: Reader, refund: RefundOf) => Promise<StoredRefund | null>
  /** What takes room within a payment, oldest first: confirmed, or promised and in time. */
  listKept: (database: Reader, of: { paymentId: string; now: Date }) => Promise<RefundView[]>
  promise: (
    transaction: DatabaseTransaction,
    refund: Omit<StoredRefund, 'refundId' | 'status' | 'transaction' | 'confirmedAt'> & { expiresAt: Date },
  ) => Promise<string>
  /** Null when there is no such promise. */
  cancel: (transaction: DatabaseTransaction, refund: RefundOf) => Promise<StoredRefund | null>
  /** False when the promise is gone. */
  confirm: (
    transaction: DatabaseTransaction,
    landed: RefundOf & { transaction: string; sender: string; confirmedAt: Date },
  ) => Promise<boolean>
  /** Whether one of its confirmed refunds leaves open what was bought. */
  isAccessKept: (transaction: DatabaseTransaction, paymentId: string) => Promise<boolean>
  /** All of its price has been given back: the payment opens nothing any more. */
  endRight: (transaction: DatabaseTransaction, paymentId: string) => Promise<void>
  /** Whether a transaction counts already: as a refund, or as the settlement of a payment that its sender made. */
  isTransferCounted: (
    database: DatabaseTransaction,
    transfer: { network: string; transaction: string; sender: string },
  ) => Promise<boolean>
}

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
  payments: PaymentsPort
  refunds: RefundsPort
  confirmations: ConfirmationPort
  /** Null where the site sends no e-mail. */
  mail: MailPort | null
}
