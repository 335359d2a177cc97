import { LRUCache } from 'lru-cache'
import type { Authorization } from '@/lib/base/chains/authorization'
import { limitAtOnce, queueFull } from '@/lib/base/infra/concurrency'
import type { Admission, AdmissionVerdict } from './admit-payments'
import type { SettlementEnd } from './settlement-end'

/** Unknown payers whose money is looked up at once; the others wait, in the order in which they came. */
const MAX_AT_ONCE = 8
const MAX_WAITING = 1_000

/** Payers that are remembered; beyond them the oldest is forgotten. */
const MAX_KNOWN = 10_000
const MAX_FUNDED = 1_000

type Admit = (admission: Admission) => Promise<AdmissionVerdict>

/**
 * Serves payers that have paid here before ahead of others: a signature without money behind it costs readings of the
 * chain and of the ledger, and must not delay buyers. An unknown payer's payments are looked up one at a time; once one
 * is admitted, the money is there, and the others follow together. The two kinds never share a batch, and one refusal
 * makes a payer unknown again. This memory decides only the order.
 */
export function createPayerOrder(openBatches: () => Admit, { maxAtOnce = MAX_AT_ONCE } = {}) {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })
  const funded = new LRUCache<string, true>({ max: MAX_FUNDED })
  const isTrusted = (payer: string) => known.has(payer) || funded.has(payer)
  const forget = (payer: string) => {
    known.delete(payer)
    funded.delete(payer)
  }
  const [admitKnown, admitUnknown] = [openBatches(), openBatches()]
  const limited = limitAtOnce({ maxRunning: maxAtOnce, maxWaiting: MAX_WAITING, maxWaitingPerCaller: MAX_WAITING })
  const oneOfEachPayer = createTurns(MAX_WAITING)

  /** Null when the payer was found to have money while it waited. */
  const lookUp = (admission: Admission, payer: string) =>
    oneOfEachPayer(payer, async () => {
      if (isTrusted(payer)) return null
      const verdict = await limited('unknown payers', () => admitUnknown(admission))
      if (verdict.kind === 'admitted') funded.set(payer, true)
      return verdict
    })
  return {
    /** Fails with QUEUE_FULL when too many unknown payers wait. */
    async admit(admission: Admission) {
      const { payer } = admission.payment.authorization
      const found = isTrusted(payer) ? null : await lookUp(admission, payer)
      const verdict = found ?? (await admitKnown(admission))
      if (verdict.kind === 'refused') forget(payer)
      return verdict
    },
    learn({ key, payer }: Authorization, ends: SettlementEnd[] | null) {
      const end = ends?.find((entry) => entry.key === key)
      if (end?.state === 'settled') known.set(payer, true)
      if (end?.state === 'refused') forget(payer)
    },
  }
}

/** Runs the work of one name one after the other, and different names in parallel. */
function createTurns(maxWaiting: number) {
  const last = new Map<string, Promise<unknown>>()
  let waiting = 0
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name)
    if (before && waiting >= maxWaiting) throw queueFull()
    if (before) waiting += 1
    const mine = (before ?? Promise.resolve()).then(() => {
      if (before) waiting -= 1
      return work()
    })
    const ended = mine.catch(() => {})
    last.set(name, ended)
    try {
      return await mine
    } finally {
      if (last.get(name) === ended) last.delete(name)
    }
  }
}
