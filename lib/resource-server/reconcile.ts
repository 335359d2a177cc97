import type { Gate } from './gate'
import { maximumHandlerRuns } from './claim'
import { leaseIsFree } from './leases'
import { releaseReservation } from './let-go'
import { lookAtDue } from './look-at-due'

export type Reconciled = { abandoned: number; doubted: number; resolved: number }

/**
 * Finishes what requests left behind, and decides what is in doubt. Safe to run anywhere, any number of times:
 * every move is one conditional update. A claim whose request ended had settled nothing; a settlement whose request
 * ended is decided by the chain.
 */
export async function reconcilePayments(gate: Gate): Promise<Reconciled> {
  const { database } = gate
  const abandoned = await database.$queryRaw<{ paymentId: string; key: string }[]>`
    UPDATE payments SET status = 'abandoned', reason = 'request_ended', lease_token = NULL, lease_until = NULL, ended_at = now(),
      handler_runs = LEAST(handler_runs + 1, ${maximumHandlerRuns})
    WHERE status = 'claimed' AND ${leaseIsFree}
    RETURNING id AS "paymentId", authorization_key AS key`
  const doubted = await database.$executeRaw`
    UPDATE payments SET status = 'unknown', was_unknown = true, reason = 'request_ended', lease_token = NULL, lease_until = NULL
    WHERE status = 'settling' AND ${leaseIsFree}`
  for (const { paymentId, key } of abandoned) await releaseReservation(gate, { paymentId, authorization: { key } })
  return { abandoned: abandoned.length, doubted, resolved: await lookAtDue(gate) }
}
