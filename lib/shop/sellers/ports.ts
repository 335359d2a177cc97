import type { PayeeFault } from '@/lib/base/chains/payee-fault'
import type { TransferReading, WantedTransfers } from '@/lib/base/chains/transfers/read-transfers'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import type { PlainLog } from '@/lib/base/infra/logger'
import type { Mail } from '@/lib/base/infra/mailer'
import type { SafeFetchOptions, SafeResponse, SafeStream, SafeStreamOptions } from '@/lib/base/infra/safe-fetch'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import type { RouteConfig } from '@/lib/gate/resource-server/route-config'
import type { StoredRoute } from '@/lib/gate/resource-server/stored-routes'
import type { Confirmation, ConfirmedAct } from '@/lib/gate/sign-in/confirmation'
import type { SealKey } from './seal'

export type { ConfirmedAct, RouteConfig, StoredRoute }

type BuiltTerms = { ok: true; terms: RouteTerms } | { ok: false; message: string }

export type GatePort = {
  buildTerms: (routeKey: string, route: RouteConfig) => Promise<BuiltTerms>
}

export type ListingCatalog = {
  list: (terms: RouteTerms) => Promise<SellerListingOutcome>
  remove: (key: string) => Promise<void>
}

/** The catalog's result for a route; `key` identifies its entry from then on. */
export type SellerListingOutcome =
  | { status: 'success'; key: string }
  | { status: 'processing' }
  | { status: 'rejected'; reason: string }

type RefundsPort = {
  readTransfers: (wanted: WantedTransfers) => Promise<TransferReading>
  /** Addresses on that network that the account has proven to own. */
  walletsOf: (accountId: string, network: string) => Promise<string[]>
}

export type ConfirmationPort = {
  ask: (act: ConfirmedAct) => SignInExtension
  check: (act: ConfirmedAct, proof: string) => Promise<Confirmation>
  /** Whether the account has that wallet, which then stays its own until the transaction ends. */
  isWalletOf: (transaction: DatabaseTransaction, wallet: ProvenWallet, accountId: string) => Promise<boolean>
}

export type MailPort = {
  /** Hands a message to the mail server. Rejects with a `MailError` where the server refuses it. */
  send: (mail: Mail) => Promise<void>
  operatorAddress: string | null
  siteName: string
}

/** The limits of a shop; `bytes` are those of its files and images. */
export type Quotas = Record<'routes' | 'files' | 'bytes' | 'uploadsPerMinute' | 'webhooks', number>

export type SellersContext = {
  database: Database
  clock: Clock
  log: Pick<PlainLog, 'error' | 'info'>
  publicOrigin: string
  sealKey: SealKey
  /** Requests a URL that a seller wrote. In production this is `safeFetch`. */
  fetch: (url: string, options: SafeFetchOptions) => Promise<SafeResponse>
  /** The same for a streamed answer: `safeStream`. */
  stream: (url: string, options: SafeStreamOptions) => Promise<SafeStream>
  resolve: (hostname: string) => Promise<string[]>
  /** `loopback` only in the demo: upstreams and webhooks on this machine. */
  reach: 'public' | 'loopback'
  /** `host:port` of upstreams that the operator allows, wherever they are. */
  openHosts: ReadonlySet<string>
  isSwitchedOn: (network: string) => boolean
  /** Why no payment can reach an address now; null when one can, or when the chain does not answer. */
  findPayeeFault: (network: string, address: string) => Promise<PayeeFault | null>
  decimalsOf: (network: string) => number
  /** Default limits of a shop, and the bytes of files of all shops together. */
  limits: { quotas: Quotas; storedBytes: number }
  signUp: ServerEnv['sellerSignUp']
  operatorAccounts: () => Promise<string[]>
  gate: GatePort
  catalog: ListingCatalog
  claimLimits: ServerEnv['claimLimits']
  refunds: RefundsPort
  confirmations: ConfirmationPort
  /** Null where the site sends no e-mail. */
  mail: MailPort | null
}
