import { createHash } from 'node:crypto'
import { assetOf } from '@/lib/base/chains/assets'
import { keepBriefly } from '@/lib/base/infra/coalesce'
import { columns, type Database } from '@/lib/base/infra/database'
import { traced } from '@/lib/base/infra/traced'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { SettledFor } from '@/lib/base/x402/payment-holder'
import {
  type ExtensionResponses,
  type SettleOutcome,
  type Supported,
  type VerifyResponse,
  X402_VERSION,
} from '@/lib/base/x402/wire'
import { createNetworkSettler } from './create-network-settler'
import { type FacilitatorHealth, health } from './health'
import { findSettledFor, findSettlement } from './ledger/find-settlement'
import { countReorged, type LostSettlement, listLost, type ReorgedCount } from './ledger/reorged-settlements'
import { holdersNamed, releaseReservation, spendReservation } from './ledger/reserve-authorizations'
import { type SettlementRecord, toBigInt } from './ledger/settlement-record'
import { defaultLimits, type FacilitatorDeps } from './ports'
import { type PaymentRequest, readPayment } from './read-payment'
import { type LookedAgain, lookAgain, reconcileSettlements } from './reconcile-settlements'
import { askCatalog, type SettleOptions, settle } from './settle'
import type { ActionOptions, FacilitatorContext, RequestScheme } from './settlement'
import { type VerifyOptions, verify } from './verify'

/** The facilitator in this process. Any number of processes may share one database and one set of gas wallets. */
export type Facilitator = {
  verify(request: PaymentRequest, options?: VerifyOptions): Promise<VerifyResponse>
  /** Settles a payment, or does what a request of a scheme asks for. */
  settle(request: PaymentRequest, options?: SettleOptions & ActionOptions): Promise<SettleOutcome>
  /** The catalog's word on a sale by that payment. */
  readExtensions(request: PaymentRequest): Promise<ExtensionResponses | null>
  /**
   * For whom a transaction was sent for it, if one was: a caller that named no holder counts as another. Does not check
   * the signature: for payments that were verified before.
   */
  findSettledFor(request: PaymentRequest, holder: string): Promise<SettledFor | null>
  /** Releases a payment that `holder` verified and will not settle; does nothing for another's reservation. */
  release(authorizationKey: string, holder: string): Promise<void>
  /** Uses up what `holder` verified, without a charge: it cannot be settled then. Ignores another's reservation. */
  spend(authorizationKey: string, holder: string): Promise<void>
  supported(): Supported
  /** @param patienceMs how long each network is waited for, where the usual time for monitors is too short */
  health(patienceMs?: number): Promise<FacilitatorHealth>
  /** The ledger's record of an authorization; null when it was never seen as valid here. */
  findSettlement(authorizationKey: string): Promise<SettlementRecord | null>
  /** The latest settlements, newest first; only public facts. */
  listRecentSettlements(limit: number): Promise<RecentSettlement[]>
  /** To be run every few seconds by one instance or by all. */
  reconcileSettlements(): Promise<{ takenUp: number }>
  /** Looks at settlements that are not final yet. To be run every few seconds by one instance or by all. */
  lookAgain(): Promise<LookedAgain>
  /** Settlements that a reorganisation took away for ever, the latest first. */
  listLost(): Promise<LostSettlement[]>
  /** Number of settlements taken away in the last thirty days, by what happened to them. */
  countReorged(): Promise<ReorgedCount>
  /** Stops watching open transactions; the next reconciler continues it. */
  stop(): void
}

/** @param requests absent where only payments are settled */
export function createFacilitator(deps: FacilitatorDeps, requests: RequestScheme | null = null): Facilitator {
  const limits = { ...defaultLimits, ...deps.limits }
  const settlers = deps.chains.map((chain) => createNetworkSettler(deps, limits, chain))
  const settler = (network: string) => {
    const found = settlers.find((entry) => entry.chain.network === network)
    if (!found) throw new Error(`Expected a network of this facilitator, got ${network}.`)
    return found
  }
  const context = { deps, limits, settler, settlers, requests }
  const briefHealth = keepBriefly(() => health(context), limits.healthMaxAgeMs)
  return {
    verify: (request, options) =>
      traced('facilitator.verify', attributesOf(request), () => verify(context, request, options), verdictOf),
    settle: (request, options) =>
      traced('facilitator.settle', attributesOf(request), () => settleEither(context, request, options), settlementOf),
    readExtensions: (request) => askCatalog(deps, deps.catalog?.readSale(request) ?? null),
    async findSettledFor(request, holder) {
      const read = readPayment(deps.chains, request)
      return read.isReadable
        ? findSettledFor(deps.database, read.payment.authorization.key, holdersNamed(holder))
        : null
    },
    release: (authorizationKey, holder) => releaseReservation(deps.database, authorizationKey, holder),
    spend: (authorizationKey, holder) => spendReservation(deps.database, authorizationKey, holder),
    supported: () => supported(context),
    health: (patienceMs) => (patienceMs === undefined ? briefHealth() : health(context, patienceMs)),
    findSettlement: (authorizationKey) => findSettlement(deps.database, authorizationKey),
    listRecentSettlements: (limit) => listRecentSettlements(deps.database, limit),
    reconcileSettlements: () => reconcileSettlements(context),
    lookAgain: () => lookAgain(context),
    listLost: () => listLost(deps.database),
    countReorged: () => countReorged(deps.database),
    stop: () => {
      for (const entry of settlers) entry.stop()
    },
  }
}

const settleEither = (context: FacilitatorContext, request: PaymentRequest, options?: SettleOptions & ActionOptions) =>
  context.requests?.isRequest(request)
    ? context.requests.settle(context, request, options)
    : settle(context, request, options)

const attributesOf = ({ paymentRequirements: { network, scheme } }: PaymentRequest) => ({
  'x402.network': network,
  'x402.scheme': scheme,
})

/** The outcome of a verification in a word, for traces and metrics. */
export const verdictOf = ({ isValid, invalidReason }: VerifyResponse): string =>
  isValid ? 'valid' : (invalidReason ?? 'invalid')

export const settlementOf = (outcome: SettleOutcome): string =>
  outcome.kind === 'refused' ? (outcome.response.errorReason ?? outcome.kind) : outcome.kind

/** Stable for a configuration: it always names a network's first wallet. */
function supported({ deps }: FacilitatorContext): Supported {
  const kinds = deps.chains.flatMap((chain) =>
    chain.kinds.map((kind) => ({ x402Version: X402_VERSION, network: chain.network, ...kind })),
  )
  const families = new Map<string, Set<string>>()
  for (const { network, wallets } of deps.chains) {
    const pattern = `${network.slice(0, network.indexOf(':'))}:*`
    const addresses = families.get(pattern) ?? new Set()
    for (const wallet of wallets) addresses.add(wallet)
    families.set(pattern, addresses)
  }
  const signers = Object.fromEntries([...families].map(([pattern, addresses]) => [pattern, [...addresses]]))
  const hasEvm = deps.chains.some(({ network }) => network.startsWith('eip155:'))
  const sponsoring = hasEvm ? ['eip2612GasSponsoring'] : []
  return { kinds, extensions: [...(deps.catalog?.extensions ?? []), ...sponsoring], signers }
}

type RecentSettlement = {
  /** Unique per settlement; several may share a transaction. */
  id: string
  at: Date
  network: string
  amountAtomic: bigint
  /** The token; null for one that we do not know. */
  asset: { decimals: number; symbol: string } | null
  transaction: string
}

const MAX_LISTED = 50

/** The latest settlements that moved money, newest first. Without payers, so that no buyer can be tracked. */
async function listRecentSettlements(database: Database, limit: number): Promise<RecentSettlement[]> {
  const rows = await database.settlement.findMany({
    // A claim of vouchers moves no money yet.
    where: { state: 'settled', decidedAt: { not: null }, NOT: { nonce: { startsWith: 'claim/' } } },
    orderBy: { decidedAt: 'desc' },
    take: Math.min(limit, MAX_LISTED),
    select: columns('key', 'decidedAt', 'network', 'asset', 'amountAtomic', 'settleAmountAtomic', 'transaction'),
  })
  return rows.map((row) => ({
    id: createHash('sha256').update(row.key).digest('hex').slice(0, 16),
    at: row.decidedAt ?? new Date(0),
    network: row.network,
    amountAtomic: toBigInt(row.settleAmountAtomic ?? row.amountAtomic),
    asset: knownAsset(row.network, row.asset),
    transaction: row.transaction ?? '',
  }))
}

function knownAsset(network: string, address: string): RecentSettlement['asset'] {
  const asset = assetOf(network)
  const family = familyOf(network)
  if (!asset || !family || !isSameAddress(family, asset.address, address)) return null
  return { decimals: asset.decimals, symbol: asset.symbol }
}
