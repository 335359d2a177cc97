import { endLapsedStreams } from '@/lib/payments/channels/channel-stream'
import { abandonLapsedClaims, doubtLapsedSettlements, doubtUnpaidStreams } from '@/lib/payments/lapsed-payments'
import { releaseReservation } from './abandon-payment'
import type { Gate } from './gate'
import { resolveDuePayments } from './resolve-due-payments'

export type Reconciled = { abandoned: number; doubted: number; ended: number; resolved: number }

/**
 * Finishes abandoned requests, and decides payments in doubt. Safe to run anywhere, any number of times: every change
 * is one conditional update. A claim whose request ended had settled nothing; the chain decides a settlement whose
 * request ended; a stream through a channel is charged for all that it sent.
 */
export async function reconcilePayments(gate: Gate): Promise<Reconciled> {
  const { database } = gate
  const abandoned = await abandonLapsedClaims(database)
  const doubted = (await doubtLapsedSettlements(database)) + (await doubtUnpaidStreams(database))
  const ended = await endLapsedStreams(database)
  for (const { paymentId, key, ...route } of abandoned) {
    gate.log.info({ paymentId, ...route, outcome: 'abandoned', reason: 'request_ended' }, 'payment decided later')
    await releaseReservation(gate, { paymentId, authorization: { key } })
  }
  return { abandoned: abandoned.length, doubted, ended, resolved: await resolveDuePayments(gate) }
}
