import { type Database, Prisma } from '@/lib/base/infra/database'
import { MAXIMUM_HANDLER_RUNS } from './claim'
import { leaseIsFree } from './leases'

type LapsedClaim = { paymentId: string; key: string; routeKey: string; network: string; scheme: string }

/** SQL: such payments that no request holds. A row that another statement holds is left to the next run. */
const held = (states: Prisma.Sql): Prisma.Sql => Prisma.sql`held AS (
  SELECT id FROM payments WHERE ${states} AND ${leaseIsFree} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`

/** claimed → abandoned, where the request has ended: it had settled nothing. */
export async function abandonLapsedClaims(database: Database): Promise<LapsedClaim[]> {
  return database.$queryRaw`
    WITH ${held(Prisma.sql`status = 'claimed'`)}
    UPDATE payments SET status = 'abandoned', reason = 'request_ended', lease_token = NULL, lease_until = NULL, ended_at = now(),
      handler_runs = LEAST(handler_runs + 1, ${MAXIMUM_HANDLER_RUNS})
    FROM held WHERE payments.id = held.id
    RETURNING payments.id AS "paymentId", authorization_key AS key, route_key AS "routeKey", network, scheme`
}

/** settling → unknown, where the request has ended: the chain decides. Returns their number. */
export function doubtLapsedSettlements(database: Database): Promise<number> {
  return database.$executeRaw`
    WITH ${held(Prisma.sql`status = 'settling'`)}
    UPDATE payments SET status = 'unknown', was_unknown = true, reason = 'request_ended', lease_token = NULL, lease_until = NULL
    FROM held WHERE payments.id = held.id`
}

/** SQL: a quarter of a payment's age, so that it is checked less and less often. */
const backOff = Prisma.raw(`least(greatest((now() - claimed_at) / 4, interval '1 second'), interval '10 minutes')`)

/**
 * Payments in doubt that are due for a check, a number per network, the longest due first. Taking one sets its next
 * check, so that no two instances check it at the same time.
 */
export async function takeDuePayments(
  database: Database,
  ofEachNetwork: number,
): Promise<{ id: string; network: string }[]> {
  return database.$queryRaw`
    UPDATE payments SET next_look_at = CASE WHEN valid_before + interval '1 second' > now()
      THEN least(now() + ${backOff}, valid_before + interval '1 second') ELSE now() + ${backOff} END
    WHERE status = 'unknown' AND id IN (
      SELECT due.id
      FROM (SELECT DISTINCT network FROM payments WHERE status = 'unknown' AND next_look_at <= now()) AS networks
      CROSS JOIN LATERAL (
        SELECT id FROM payments WHERE status = 'unknown' AND network = networks.network AND next_look_at <= now()
        ORDER BY next_look_at LIMIT ${ofEachNetwork} FOR UPDATE SKIP LOCKED) AS due)
    RETURNING id, network`
}
