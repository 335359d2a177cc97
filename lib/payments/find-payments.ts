import { type Database, sql } from '@/lib/base/infra/database'
import { type Owner, stillOpens, whereBought, whereOwner, whereShop } from './payment-sql'
import type { Right } from './right'

/** The payment that gave a right. `payer` as it was written when it paid. */
export type GivingPayment = { paymentId: string; payer: string; settledAt: Date }

/** The owner's newest payment that gives that right and has not ended; null without one. By the database's clock. */
export async function findGivingPayment(
  database: Database,
  { owner, right }: { owner: Owner; right: Right },
): Promise<GivingPayment | null> {
  const rows = await database.rows<GivingPayment>(sql`
    SELECT id::text AS "paymentId", payer, settled_at AS "settledAt" FROM payments
    WHERE ${whereOwner(owner)} AND entitlement_uri = ${right.name} AND ${whereBought} AND ${stillOpens}
    ORDER BY settled_at DESC LIMIT 1`)
  return rows[0] ?? null
}

/** Newest payments that are checked: few enough to be read at each start. */
const NEWEST = 1_000

type PayeeElsewhere = { network: string; address: string; elsewhere: string }

/**
 * Payees whose latest payment in this ledger was made at another origin than ours, with that origin: a copy of the
 * database was made for another server, or two servers share it.
 */
export const findPayeesElsewhere = (database: Database, ourOrigin: string): Promise<PayeeElsewhere[]> =>
  database.rows(sql`
    SELECT network, address, elsewhere FROM (
      SELECT DISTINCT ON (network, pay_to) network, pay_to AS address, origin AS elsewhere
      FROM (
        SELECT network, pay_to, claimed_at, substring(resource_uri FROM '^https?://[^/]+') AS origin
        FROM payments ORDER BY claimed_at DESC LIMIT ${NEWEST}::int
      ) AS newest
      WHERE origin IS NOT NULL
      ORDER BY network, pay_to, claimed_at DESC
    ) AS latest
    WHERE elsewhere <> ${ourOrigin}
    ORDER BY network, address`)

/** Selects transactions that a payment of the ledger names, each as `<transaction> <payer>` in small letters. */
export async function findRecordedPayments(
  database: Database,
  network: string,
  transactions: readonly string[],
): Promise<Set<string>> {
  const rows = await database.payment.findMany({
    where: { network, transaction: { in: [...transactions] } },
    select: { transaction: true, payer: true },
  })
  return new Set(rows.map(({ transaction, payer }) => `${transaction} ${payer}`.toLowerCase()))
}

/** Everyone that the ledger has ever paid, by network. Reads the whole ledger: only for commands run by hand. */
export const listPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.rows(sql`SELECT DISTINCT network, pay_to AS address FROM payments`)

/** The ledger's last write, as far as its payments tell; null for an empty one. */
export async function findLastTrace(database: Database): Promise<Date | null> {
  const [row] = await database.rows<{ at: Date | null }>(sql`
    SELECT greatest(max(claimed_at), max(settled_at), max(delivered_at)) AS at FROM payments`)
  return row?.at ?? null
}

/** A route whose last paid requests all failed, because its upstream did not answer. */
export type FailingRoute = {
  routeKey: string
  failures: number
  lastFailedAt: Date
  /** Code from the payments' timelines: `handler_502`, `handler_504`. */
  lastReason: string
}

/** Routes of all shops or one, whose last `times` paid requests since then failed, uncharged, behind the gate. */
export async function findFailingRoutes(
  database: Database,
  { handle, since, times }: { handle?: string | undefined; since: Date; times: number },
): Promise<FailingRoute[]> {
  return database.rows<FailingRoute>(sql`
    WITH suspected AS (
      SELECT route_key FROM payments
      WHERE claimed_at > ${since} AND status = 'abandoned' AND reason IN ('handler_502', 'handler_504')
        AND ${handle === undefined ? sql`split_part(route_key, '/', 2) = 'x'` : whereShop(handle)}
      GROUP BY route_key HAVING count(*) >= ${times}
    )
    SELECT suspected.route_key AS "routeKey", failed.* FROM suspected CROSS JOIN LATERAL (
      SELECT count(*)::int AS failures, max(ended_at) AS "lastFailedAt",
        (array_agg(reason ORDER BY ended_at DESC))[1] AS "lastReason"
      FROM (SELECT ended_at, reason FROM payments WHERE route_key = suspected.route_key AND claimed_at > ${since}
        AND (status IN ('settled', 'spent_zero') OR status = 'abandoned' AND reason LIKE 'handler\\_%')
        ORDER BY claimed_at DESC LIMIT ${times}) AS latest
      WHERE reason IN ('handler_502', 'handler_504')
    ) AS failed
    WHERE failed.failures >= ${times}`)
}
