import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { MAXIMUM_HANDLER_RUNS } from './claim'
import { leaseIsFree } from './leases'
import { refundedSql, whereShop } from './payment-sql'

export type OpenPayments = { state: string; count: number; oldestAt: Date | null }

/** Payments that are neither decided nor given up, by status. There is an index over them. */
export const countOpenPayments = (database: Database): Promise<OpenPayments[]> =>
  database.rows<OpenPayments>(sql`
    SELECT status AS state, count(*)::int AS count, min(claimed_at) AS "oldestAt"
    FROM payments WHERE status IN ('claimed', 'streaming', 'settling', 'unknown') GROUP BY status ORDER BY status`)

/** Payments of a shop whose money may have moved, and is not decided. There is an index over open ones. */
export async function countUndecided(database: Database, handle: string): Promise<number> {
  const row = await database.row<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM payments
    WHERE status IN ('streaming', 'settling', 'unknown') AND ${whereShop(handle)}`)
  return row.count
}

/** A payment that was paid and delivered nothing; `owedAtomic` is the part not given back yet. */
export type OwedPayment = {
  paymentId: string
  routeKey: string
  network: string
  asset: string
  owedAtomic: bigint
  settledAt: Date
}

/** `isGoneSql` is SQL: true for a route key whose route can no longer deliver what is due. */
type OwedQuery = { handle: string; limit: number; isGoneSql: (routeKey: Sql) => Sql }

/**
 * Payments of a shop that are to be given back, newest first: their content was given up, or their route is gone before
 * it was delivered. Without those that were given back in full.
 */
export async function listOwedPayments(
  database: Database,
  { handle, limit, isGoneSql }: OwedQuery,
): Promise<OwedPayment[]> {
  // Few payments of all shops wait to be delivered, and an index has just those; a shop's own payments may be millions.
  return database.rows<OwedPayment>(sql`
    WITH due AS MATERIALIZED (
      SELECT id, route_key, network, asset, settled_at, settled_atomic FROM payments
      WHERE status = 'settled' AND delivered_at IS NULL AND ${leaseIsFree}
    ), owed AS (
      SELECT id, route_key, network, asset, settled_at, settled_atomic FROM payments
      WHERE ${whereShop(handle)} AND status = 'received'
      UNION ALL
      SELECT * FROM due WHERE ${whereShop(handle)} AND ${isGoneSql(sql`due.route_key`)}
    )
    SELECT id AS "paymentId", route_key AS "routeKey", network, asset, settled_at AS "settledAt",
      settled_atomic - given_back AS "owedAtomic"
    FROM owed CROSS JOIN LATERAL ${refundedSql('owed.id')} AS refunded(given_back)
    WHERE settled_atomic > given_back
    ORDER BY settled_at DESC, id DESC LIMIT ${limit}`)
}

type LapsedClaim = { paymentId: string; key: string; routeKey: string; network: string; scheme: string }

/** SQL: such payments that no request holds. A row that another statement holds is left to the next run. */
const held = (states: Sql): Sql => sql`held AS (
  SELECT id FROM payments WHERE ${states} AND ${leaseIsFree} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`

/** claimed → abandoned, where the request has ended: it had settled nothing. */
export async function abandonLapsedClaims(database: Database): Promise<LapsedClaim[]> {
  return database.rows(sql`
    WITH ${held(sql`status = 'claimed'`)}
    UPDATE payments SET status = 'abandoned', reason = 'request_ended', lease_token = NULL, lease_until = NULL, ended_at = now(),
      handler_runs = LEAST(handler_runs + 1, ${MAXIMUM_HANDLER_RUNS})
    FROM held WHERE payments.id = held.id
    RETURNING payments.id AS "paymentId", authorization_key AS key, route_key AS "routeKey", network, scheme`)
}

/** settling → unknown, where the request has ended: the chain decides. Returns their number. */
export function doubtLapsedSettlements(database: Database): Promise<number> {
  return database.execute(sql`
    WITH ${held(sql`status = 'settling'`)}
    UPDATE payments SET status = 'unknown', was_unknown = true, reason = 'request_ended', lease_token = NULL, lease_until = NULL
    FROM held WHERE payments.id = held.id`)
}

/** SQL: a quarter of a payment's age, so that it is checked less and less often. */
const backOff = sql.raw(`least(greatest((now() - claimed_at) / 4, interval '1 second'), interval '10 minutes')`)

/**
 * Payments in doubt that are due for a check, a number per network, the longest due first. Taking one sets its next
 * check, so that no two instances check it at the same time.
 */
export async function takeDuePayments(
  database: Database,
  ofEachNetwork: number,
): Promise<{ id: string; network: string }[]> {
  return database.rows(sql`
    UPDATE payments SET next_look_at = CASE WHEN valid_before + interval '1 second' > now()
      THEN least(now() + ${backOff}, valid_before + interval '1 second') ELSE now() + ${backOff} END
    WHERE status = 'unknown' AND id IN (
      SELECT due.id
      FROM (SELECT DISTINCT network FROM payments WHERE status = 'unknown' AND next_look_at <= now()) AS networks
      CROSS JOIN LATERAL (
        SELECT id FROM payments WHERE status = 'unknown' AND network = networks.network AND next_look_at <= now()
        ORDER BY next_look_at LIMIT ${ofEachNetwork} FOR UPDATE SKIP LOCKED) AS due)
    RETURNING id, network`)
}
