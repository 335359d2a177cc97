import { assetFacts } from '@/lib/base/chains/assets'
import { orReason } from '@/lib/base/chains/errors'
import { keepBriefly } from '@/lib/base/infra/coalesce'
import { type Database, sql } from '@/lib/base/infra/database'
import { traced } from '@/lib/base/infra/traced'
import type { Coin } from '@/lib/base/x402/payment-option'
import { type SettleOutcome, type Supported, type VerifyResponse, X402_VERSION } from '@/lib/base/x402/wire'
import { createNetworkSettler } from './create-network-settler'
import { health } from './health'
import { findSettledFor, findSettlement } from './ledger/find-settlement'
import { countReorged, listLost } from './ledger/reorged-settlements'
import { holdersNamed, releaseReservation, spendReservation } from './ledger/reserve-authorizations'
import { defaultLimits, type FacilitatorDeps } from './ports'
import { type PaymentRequest, readPayment } from './read-payment'
import { lookAgain, reconcileSettlements } from './reconcile-settlements'
import { askCatalog, settle } from './settle'
import type { FacilitatorContext, RequestScheme, SettleOptions } from './settlement'
import { type VerifyOptions, verify } from './verify'

export type Facilitator = ReturnType<typeof createFacilitator>

/**
 * The facilitator in this process. Any number of processes may share one database and one set of gas wallets.
 * @param requests absent where only payments are settled
 */
export function createFacilitator(deps: FacilitatorDeps, requests: RequestScheme | null = null) {
  const { database } = deps
  const limits = { ...defaultLimits, ...deps.limits }
  const settlers = deps.chains.map((chain) => createNetworkSettler(deps, limits, chain))
  const settler = (network: string) => {
    const found = settlers.find((entry) => entry.chain.network === network)
    if (!found) throw new Error(`Expected a network of this facilitator, got ${network}.`)
    return found
  }
  const context: FacilitatorContext = { deps, limits, settler, settlers, requests }
  const briefHealth = keepBriefly(() => health(context), limits.healthMaxAgeMs)
  return {
    verify: (request: PaymentRequest, options?: VerifyOptions): Promise<VerifyResponse> =>
      traced('facilitator.verify', attributesOf(request), () => verify(context, request, options), verdictOf),
    /** Settles a payment, or does what a request of a scheme asks for. */
    settle: (request: PaymentRequest, options?: SettleOptions): Promise<SettleOutcome> =>
      traced('facilitator.settle', attributesOf(request), () => settleEither(context, request, options), settlementOf),
    /** The catalog's word on a sale by that payment. */
    readExtensions: (request: PaymentRequest) => askCatalog(deps, deps.catalog?.readSale(request) ?? null),
    /**
     * For whom a transaction was sent for it, if one was: a caller that named no holder counts as another. Does not check
     * the signature: for payments that were verified before.
     */
    async findSettledFor(request: PaymentRequest, holder: string) {
      const read = orReason(() => readPayment(deps.chains, request))
      return 'reason' in read ? null : findSettledFor(database, read.payment.authorization.key, holdersNamed(holder))
    },
    /** Releases a payment that `holder` verified and will not settle; does nothing for another's reservation. */
    release: (authorizationKey: string, holder: string) => releaseReservation(database, authorizationKey, holder),
    /** Uses up what `holder` verified, without a charge: it cannot be settled then. Ignores another's reservation. */
    spend: (authorizationKey: string, holder: string) => spendReservation(database, authorizationKey, holder),
    supported: () => supported(context),
    /** @param patienceMs how long each network is waited for, where the usual time for monitors is too short */
    health: (patienceMs?: number) => (patienceMs === undefined ? briefHealth() : health(context, patienceMs)),
    /** The ledger's record of an authorization; null when it was never seen as valid here. */
    findSettlement: (authorizationKey: string) => findSettlement(database, authorizationKey),
    listRecentSettlements: (limit: number) => listRecentSettlements(database, limit),
    /** To be run every few seconds by one instance or by all, like `lookAgain`. */
    reconcileSettlements: () => reconcileSettlements(context),
    /** Looks at settlements that are not final yet. */
    lookAgain: () => lookAgain(context),
    listLost: () => listLost(database),
    countReorged: () => countReorged(database),
    /** Stops watching open transactions; the next reconciler continues it. */
    stop: () => {
      for (const entry of settlers) entry.stop()
    },
  }
}

const settleEither = (context: FacilitatorContext, request: PaymentRequest, options?: SettleOptions) =>
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
  const signers: Record<string, string[]> = {}
  for (const { network, wallets } of deps.chains) {
    const pattern = `${network.slice(0, network.indexOf(':'))}:*`
    signers[pattern] = [...new Set([...(signers[pattern] ?? []), ...wallets])]
  }
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
  asset: Coin | null
  transaction: string
}

const MAX_LISTED = 50

/** The latest settlements that moved money, newest first. Without payers, so that no buyer can be tracked. */
async function listRecentSettlements(database: Database, limit: number): Promise<RecentSettlement[]> {
  // A claim of vouchers moves no money yet.
  const rows = await database.rows<Omit<RecentSettlement, 'asset'> & { asset: string }>(sql`
    SELECT left(encode(sha256(convert_to(key, 'UTF8')), 'hex'), 16) AS id, decided_at AS at, network, asset,
      coalesce(settle_amount_atomic, amount_atomic) AS "amountAtomic", coalesce(transaction, '') AS transaction
    FROM settlements WHERE state = 'settled' AND decided_at IS NOT NULL AND nonce NOT LIKE 'claim/%'
    ORDER BY decided_at DESC LIMIT ${Math.min(limit, MAX_LISTED)}`)
  return rows.map((row) => ({ ...row, asset: assetFacts(row.network, row.asset) }))
}
