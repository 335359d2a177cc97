import type { Authorization } from '@/lib/chains/authorization'
import { limitAtOnce } from '@/lib/infra/limit-at-once'
import type { Admission, AdmissionVerdict } from './admit-payments'
import type { SettlementEnd } from './settlement-end'

/** Payers not known whose money is looked up at once; the others wait, in the order in which they came. */
const MAX_AT_ONCE = 8
const MAX_WAITING = 1_000

/** Payers that are remembered; beyond them the one that paid longest ago is forgotten. */
const MAX_KNOWN = 10_000

type Admit = (admission: Admission) => Promise<AdmissionVerdict>

export type PayerOrder = {
  /** Fails with QUEUE_FULL when too many that are not known wait. */
  admit: Admit
  /** What became of a settlement that was sent. */
  learn(authorization: Authorization, ends: SettlementEnd[] | null): void
}

/**
 * Whoever has paid here before goes ahead of whoever has not: a signature for money that is not there costs readings
 * of the chain and of the ledger, and must not hold up who pays. The two never share a batch, and one refusal makes a
 * payer unknown again, so each place ahead costs a payment. What is remembered decides an order and nothing else.
 */
export function createPayerOrder(openBatches: () => Admit, { maxAtOnce = MAX_AT_ONCE } = {}): PayerOrder {
  const known = new Set<string>()
  const [admitKnown, admitUnknown] = [openBatches(), openBatches()]
  const limited = limitAtOnce({ maxRunning: maxAtOnce, maxWaiting: MAX_WAITING, maxWaitingPerCaller: MAX_WAITING })
  return {
    async admit(admission) {
      const { payer } = admission.payment.authorization
      const isKnown = known.has(payer)
      const verdict = await (isKnown ? admitKnown(admission) : limited('unknown payers', () => admitUnknown(admission)))
      if (verdict.kind === 'refused') known.delete(payer)
      return verdict
    },
    learn({ key, payer }, ends) {
      if (ends?.find((end) => end.key === key)?.state !== 'settled') return
      known.delete(payer)
      known.add(payer)
      const [oldest] = known
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}
