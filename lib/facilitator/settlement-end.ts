import type {
  LandedSettlement,
  LedgerAuthorization,
  PreparedSettlement,
  SentTransaction,
  SettlementChain,
  SettlementRefusal,
} from '@/lib/base/chains/settlement/settlement-chain'
import { reasons } from '@/lib/base/x402/reasons'
import type { Decision } from './ledger/decide-settlements'
import type { SettlementClaim } from './ledger/store-transaction'

export type Submission = { prepared: PreparedSettlement; claim: SettlementClaim; ledger: LedgerAuthorization }

/**
 * A stored transaction on its way; `ended` is null when the process stops watching first. `seenOnChain`: the
 * same as soon as the chain shows it, while it is being written.
 */
export type SubmittedTransaction = {
  isRefused: false
  transactionId: string
  hash: string
  ended: Promise<SettlementEnd[] | null>
  seenOnChain: Promise<SettlementEnd[] | null>
}

/** Null when the claim was lost. */
export type SubmissionOutcome = SubmittedTransaction | SettlementRefusal | null

export type OpenTransaction = { id: string; network: string; sent: SentTransaction; settlements: LedgerAuthorization[] }

/** The end of a settlement in its transaction; `moved`: it continues in another one, whose end is to be awaited. */
export type SettlementEnd = Decision | { key: string; state: 'moved'; ended: Promise<SettlementEnd[] | null> }

/** Gets the ends as soon as the chain has told them all, before they are written. */
export type Tell = (ends: SettlementEnd[] | null) => void

/**
 * Settles one settlement of a shared transaction in a separate one instead; refused when it would fail there too. Both
 * may land: the authorization moves money once.
 */
export type SettleAlone = (open: OpenTransaction, entry: LedgerAuthorization) => Promise<SettlementEnd>

type TransactionEnding = {
  open: OpenTransaction
  landed: LandedSettlement[]
  hash: string
  height: bigint | null
  /** Height that a node must have seen before its answer counts. */
  since: bigint | null
  /** For settlements that shared the transaction; null when a failure is final. */
  settleAlone: SettleAlone | null
}

type DecidedEnds = { ends: SettlementEnd[]; failed: PromiseRejectedResult | null }

/**
 * Decides settlements whose transaction ended. A third party may have landed one that our transaction did not: that is
 * a success too, found by its own event. One that failed among others is settled separately before it is answered as
 * refused. One that the chain cannot tell now stays undecided; a node that has not seen `since`, where our transaction
 * landed or could last have landed, cannot tell. One whose look fails holds none of the others: `failed` is the first.
 */
export async function decideEnds(chain: SettlementChain, ending: TransactionEnding): Promise<DecidedEnds> {
  const { open, landed, hash, height } = ending
  const moved = new Map(landed.map((entry) => [entry.key, entry.amountAtomic]))
  const looks = await Promise.allSettled(
    open.settlements.map(async (entry): Promise<SettlementEnd | null> => {
      const { key } = entry
      const amountAtomic = moved.get(key) ?? null
      if (amountAtomic !== null) return { key, state: 'settled', transaction: hash, height, amountAtomic }
      return decideByEvent(chain, entry, ending)
    }),
  )
  const ends = looks.map((look) => (look.status === 'fulfilled' ? look.value : null)).filter((end) => end !== null)
  return { ends, failed: looks.find((look) => look.status === 'rejected') ?? null }
}

async function decideByEvent(
  chain: SettlementChain,
  entry: LedgerAuthorization,
  { open, hash, height, since, settleAlone }: TransactionEnding,
): Promise<SettlementEnd | null> {
  const { key, settleAmountAtomic } = entry
  const truth = await chain.findAuthorization(entry, since)
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
