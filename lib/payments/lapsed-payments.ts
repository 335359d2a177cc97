import type { Database } from '@/lib/infra/database'
import { MAXIMUM_HANDLER_RUNS } from './claim'
import { leaseIsFree } from './leases'

/**
 * claimed → abandoned, where the request has ended: it had settled nothing. So is a stream on credit whose process has died:
 * what it sent is lost to its seller.
 */
export async function abandonLapsedClaims(database: Database): Promise<{ paymentId: string; key: string }[]> {
  return database.$queryRaw`
    UPDATE payments SET status = 'abandoned', reason = 'request_ended', lease_token = NULL, lease_until = NULL, ended_at = now(),
      settled_atomic = NULL, handler_runs = LEAST(handler_runs + 1, ${MAXIMUM_HANDLER_RUNS})
    WHERE (status = 'claimed' OR (status = 'streaming' AND scheme = 'upto')) AND ${leaseIsFree}
    RETURNING id AS "paymentId", authorization_key AS key`
}

/** settling → unknown, where the request has ended: the chain decides. Says how many. */
export function doubtLapsedSettlements(database: Database): Promise<number> {
  return database.$executeRaw`
    UPDATE payments SET status = 'unknown', was_unknown = true, reason = 'request_ended', lease_token = NULL, lease_until = NULL
    WHERE status = 'settling' AND ${leaseIsFree}`
}
