import type { Authorization } from '@/lib/base/chains/authorization'
import type { InFlight, LedgerAuthorization, SentTransaction } from '@/lib/base/chains/settlement/settlement-chain'
import type { Database } from '@/lib/base/infra/database'

/** State of one authorization. `reserved`, `abandoned` and `refused` may be claimed; the others never again. */
export type SettlementState =
  | 'reserved'
  | 'abandoned'
  | 'claimed'
  | 'settling'
  | 'unknown'
  | 'settled'
  | 'refused'
  | 'spent_zero'

export const inFlightStates: SettlementState[] = ['claimed', 'settling', 'unknown']

export const claimableStates: SettlementState[] = ['reserved', 'abandoned', 'refused']

/** The ledger's record of one authorization. `transaction` is where it landed, else where it was sent. */
export type SettlementRecord = {
  authorization: Authorization
  state: SettlementState
  settleAmountAtomic: bigint | null
  reason: string | null
  claimToken: string | null
  /** The holder for which it is or was settled; null for a caller that named none. */
  holder: string | null
  /** The digest of the signed payload that it is or was last claimed for. */
  payloadDigest: string | null
  transaction: string
  /** Block height or slot at which it landed. */
  height: bigint | null
  isPendingAnswered: boolean
  isSuccessAnswered: boolean
}

type SettlementRow = Awaited<ReturnType<Database['settlement']['findUniqueOrThrow']>>
type SentRow = Awaited<ReturnType<Database['settlementTransaction']['findUniqueOrThrow']>>

export const toBigInt = (decimal: SettlementRow['amountAtomic']) => BigInt(decimal.toFixed(0))

function authorizationOfRow(row: SettlementRow): Authorization {
  const { key, network, asset, payer, payTo, nonce, validAfter, validBefore } = row
  const scheme = row.scheme as Authorization['scheme'] // Only this room writes it.
  const amountAtomic = toBigInt(row.amountAtomic)
  return { key, network, scheme, asset, payer, payTo, amountAtomic, nonce, validAfter, validBefore }
}

export function recordOfRow(row: SettlementRow & { sent: Pick<SentRow, 'hash'> | null }): SettlementRecord {
  return {
    authorization: authorizationOfRow(row),
    state: row.state as SettlementState, // Only this room writes it.
    settleAmountAtomic: row.settleAmountAtomic && toBigInt(row.settleAmountAtomic),
    reason: row.reason,
    claimToken: row.claimToken,
    holder: row.holder,
    payloadDigest: row.payloadDigest,
    transaction: row.transaction ?? row.sent?.hash ?? '',
    height: row.height,
    isPendingAnswered: row.pendingAnsweredAt !== null,
    isSuccessAnswered: row.successAnsweredAt !== null,
  }
}

export function ledgerAuthorizationOf(row: SettlementRow): LedgerAuthorization {
  const authorization = authorizationOfRow(row)
  const settleAmountAtomic = row.settleAmountAtomic ? toBigInt(row.settleAmountAtomic) : authorization.amountAtomic
  return { authorization, settleAmountAtomic }
}

export function inFlightOfRow(row: SettlementRow & { sent: Pick<SentRow, 'hash' | 'olderHashes'> | null }): InFlight {
  const transactions = row.sent ? [row.sent.hash, ...row.sent.olderHashes] : []
  return { authorization: authorizationOfRow(row), transactions }
}

export function sentTransactionOf(row: SentRow): SentTransaction {
  const { wallet, nonce, raw, lastValidHeight } = row
  return { wallet, nonce, hashes: [row.hash, ...row.olderHashes], raw, lastValidHeight }
}
