import type { SentTransaction, SettlementChain } from '@/lib/chains/settlement/settlement-chain'
import type { LandedSettlement, LedgerAuthorization } from '@/lib/chains/settlement/settlement-chain'
import { reasons } from '@/lib/x402/reasons'
import type { Decision } from './ledger/decide-settlements'

/** A stored transaction with the settlements that ride on it. */
export type OpenTransaction = { id: string; network: string; sent: SentTransaction; settlements: LedgerAuthorization[] }

/** How a settlement ended for the caller that waits for it. */
export type SettlementEnd =
  | { state: 'settled'; transaction: string; amountAtomic: bigint }
  | { state: 'refused'; reason: string; transaction: string }

/**
 * Decides settlements whose transaction ended. What moved no money by our transaction may have been landed by
 * somebody else: that is a success too, found by its own event. What the chain cannot tell now stays undecided; a node
 * that has not seen `height`, where our transaction landed, cannot tell.
 */
export async function decideEnds(
  chain: SettlementChain,
  {
    settlements,
    landed,
    hash,
    height,
  }: {
    settlements: LedgerAuthorization[]
    landed: LandedSettlement[]
    hash: string
    height: bigint | null
  },
): Promise<Decision[]> {
  const moved = new Map(landed.map((entry) => [entry.key, entry.amountAtomic]))
  const decisions = await Promise.all(
    settlements.map(async (entry): Promise<Decision | null> => {
      const { key } = entry.authorization
      if (moved.get(key) != null) return { key, state: 'settled', transaction: hash, height }
      return decideByEvent(chain, entry, { hash, height })
    }),
  )
  return decisions.filter((decision) => decision !== null)
}

async function decideByEvent(
  chain: SettlementChain,
  { authorization, settleAmountAtomic }: LedgerAuthorization,
  { hash, height }: { hash: string; height: bigint | null },
): Promise<Decision | null> {
  const { key } = authorization
  const truth = await chain.findAuthorization(authorization, height)
  if (truth.state === 'unreadable') return null
  if (truth.state !== 'settled' || truth.amountAtomic !== settleAmountAtomic) {
    return { key, state: 'refused', reason: reasons.invalidTransactionState, transaction: hash }
  }
  return { key, state: 'settled', transaction: truth.transaction, height }
}
