import type {
  LandedSettlement,
  LedgerAuthorization,
  SentTransaction,
  SettlementChain,
} from '@/lib/base/chains/settlement/settlement-chain'
import { reasons } from '@/lib/base/x402/reasons'
import type { Decision } from './ledger/decide-settlements'

/** A stored transaction with the settlements that ride on it. */
export type OpenTransaction = { id: string; network: string; sent: SentTransaction; settlements: LedgerAuthorization[] }

/** How a settlement ended in its transaction; `moved`: it goes on in another one, whose ends are to be awaited. */
export type SettlementEnd = Decision | { key: string; state: 'moved'; ended: Promise<SettlementEnd[] | null> }

/**
 * Settles one of the settlements of a transaction in one of its own, instead of there; refused when it would fail there
 * too. Both may land: the authorization itself moves money once.
 */
export type SettleAlone = (open: OpenTransaction, entry: LedgerAuthorization) => Promise<SettlementEnd>

type Ending = {
  open: OpenTransaction
  landed: LandedSettlement[]
  hash: string
  height: bigint | null
  /** What a node must have seen before its answer counts. */
  since: bigint | null
  /** For settlements that shared the transaction; null when a failure is final. */
  settleAlone: SettleAlone | null
}

/**
 * Decides settlements whose transaction ended. What moved no money by our transaction may have been landed by
 * a third party: that is a success too, found by its own event. What failed among others is settled alone before
 * it is answered as refused. What the chain cannot tell now stays undecided; a node that has not seen
 * `since`, where our transaction landed or could last have landed, cannot tell.
 */
export async function decideEnds(chain: SettlementChain, ending: Ending): Promise<SettlementEnd[]> {
  const { open, landed, hash, height } = ending
  const moved = new Map(landed.map((entry) => [entry.key, entry.amountAtomic]))
  const ends = await Promise.all(
    open.settlements.map(async (entry): Promise<SettlementEnd | null> => {
      const { key } = entry.authorization
      const amountAtomic = moved.get(key) ?? null
      if (amountAtomic !== null) return { key, state: 'settled', transaction: hash, height, amountAtomic }
      return decideByEvent(chain, entry, ending)
    }),
  )
  return ends.filter((end) => end !== null)
}

async function decideByEvent(
  chain: SettlementChain,
  entry: LedgerAuthorization,
  { open, hash, height, since, settleAlone }: Ending,
): Promise<SettlementEnd | null> {
  const { authorization, settleAmountAtomic } = entry
  const { key } = authorization
  const truth = await chain.findAuthorization(authorization, since)
  if (truth.state === 'unreadable') return null
  if (truth.state === 'unused' && settleAlone) return settleAlone(open, entry)
  if (truth.state === 'undecidable') {
    return { key, state: 'refused', reason: reasons.settlementUndecidable, transaction: hash }
  }
  if (truth.state !== 'settled' || truth.amountAtomic !== settleAmountAtomic) {
    return { key, state: 'refused', reason: reasons.invalidTransactionState, transaction: hash }
  }
  return { key, state: 'settled', transaction: truth.transaction, height }
}
