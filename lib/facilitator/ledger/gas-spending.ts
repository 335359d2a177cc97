import type { Database } from '@/lib/base/infra/database'
import type { GasPurpose } from '../gas-shares'

/** Gas that one payee or caller has used today, and on its busiest earlier day; null for none. */
type HeavyUse = {
  purpose: GasPurpose
  kind: 'payee' | 'caller'
  subject: string
  spent: bigint
  busiest: bigint | null
}

/** Gas of one purpose today; `newcomers` is the part of payees that were never seen on an earlier day. */
type SpentFor = { spent: bigint; newcomers: bigint; settlements: number }

/** Gas of a network today (UTC, by the database's clock), in its smallest unit; `day` such as 2026-01-31. */
export type SpentToday = { day: string; of: Record<GasPurpose, SpentFor>; heavy: HeavyUse[] }

type Row = {
  day: string
  kind: 'all' | 'payee' | 'caller' | null
  purpose: GasPurpose
  subject: string
  spent: string
  newcomers: string
  settlements: number
  busiest: string | null
}

/** `heavyFrom`: payees and callers from this amount on are listed, by purpose. */
export async function readSpent(
  database: Database,
  network: string,
  heavyFrom: Record<GasPurpose, bigint>,
): Promise<SpentToday> {
  const least = JSON.stringify({ payment: heavyFrom.payment.toString(), channel: heavyFrom.channel.toString() })
  const rows = await database.$queryRaw<Row[]>`
    WITH clock AS (SELECT (now() AT TIME ZONE 'UTC')::date AS today),
    used AS MATERIALIZED (
      SELECT g.* FROM gas_uses AS g, clock WHERE g.network = ${network} AND g.day = clock.today
    ), heavy AS (
      SELECT 'payee' AS kind, purpose, payee AS subject, sum(spent) AS spent,
        (SELECT max(d.spent) FROM (SELECT sum(g.spent) AS spent FROM gas_uses AS g, clock
          WHERE g.network = ${network} AND g.payee = used.payee AND g.purpose = used.purpose
            AND g.day < clock.today AND g.day >= clock.today - 30 GROUP BY g.day) AS d) AS busiest
      FROM used WHERE payee <> '' GROUP BY purpose, payee HAVING sum(spent) >= (${least}::jsonb ->> purpose)::numeric
      UNION ALL
      SELECT 'caller', purpose, caller, sum(spent),
        (SELECT max(d.spent) FROM (SELECT sum(g.spent) AS spent FROM gas_uses AS g, clock
          WHERE g.network = ${network} AND g.caller = used.caller AND g.purpose = used.purpose
            AND g.day < clock.today AND g.day >= clock.today - 30 GROUP BY g.day) AS d)
      FROM used WHERE caller <> '' GROUP BY purpose, caller HAVING sum(spent) >= (${least}::jsonb ->> purpose)::numeric
    ), sums AS (
      SELECT 'all' AS kind, purpose, '' AS subject, sum(spent) AS spent,
        coalesce(sum(spent) FILTER (WHERE is_new), 0) AS newcomers, sum(settlements)::int AS settlements,
        NULL::numeric AS busiest
      FROM used GROUP BY purpose
      UNION ALL SELECT kind, purpose, subject, spent, 0, 0, busiest FROM heavy
    )
    SELECT today::text AS day, kind, purpose, subject, spent::text, newcomers::text, settlements, busiest::text
    FROM clock LEFT JOIN sums ON true`
  const [first] = rows
  if (!first) throw new Error('Expected one row, also of a day on which nothing was spent.')
  const nothing = { spent: 0n, newcomers: 0n, settlements: 0 }
  const today: SpentToday = { day: first.day, of: { payment: nothing, channel: nothing }, heavy: [] }
  for (const { kind, purpose, subject, ...row } of rows) {
    if (kind === null) continue
    const spent = BigInt(row.spent)
    if (kind === 'all') today.of[purpose] = { ...row, spent, newcomers: BigInt(row.newcomers) }
    else today.heavy.push({ kind, purpose, subject, spent, busiest: row.busiest === null ? null : BigInt(row.busiest) })
  }
  return today
}

/** True if gas was spent for that payee on an earlier day that is still stored. */
export async function isKnownPayee(database: Database, network: string, payee: string): Promise<boolean> {
  const [row] = await database.$queryRaw<[{ isKnown: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM gas_uses WHERE network = ${network} AND payee = ${payee}
      AND day < (now() AT TIME ZONE 'UTC')::date) AS "isKnown"`
  return row.isKnown
}

/** Gas that all wallets of a network have spent per day, on average over the last seven, in its smallest unit. */
export async function readSpentPerDay(database: Database, network: string): Promise<bigint> {
  const [row] = await database.$queryRaw<{ spent: string }[]>`
    SELECT (coalesce(sum(spent), 0) / 7)::numeric(78, 0)::text AS spent
    FROM gas_spending WHERE network = ${network} AND day > (now() AT TIME ZONE 'UTC')::date - 7`
  return BigInt(row?.spent ?? 0)
}
