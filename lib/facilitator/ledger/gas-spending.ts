import { type Database, sql } from '@/lib/base/infra/database'

export type GasUse = {
  /** `payment`, or what a further scheme calls what a receiver asks for. */
  purpose: string
  payee: string
  /** The caller over HTTP that asked for it; empty for this process's own gate. */
  caller: string
  /** Number of settlements that it counts as: for what was joined, its parts. One when omitted. */
  settlements?: number
}

/** Parts of a day's gas that do not touch each other. */
export type Purse = 'own' | 'open' | 'receivers'

export const purseOf = ({ purpose, caller }: Pick<GasUse, 'purpose' | 'caller'>): Purse =>
  purpose !== 'payment' ? 'receivers' : caller === '' ? 'own' : 'open'

const purseInSql = sql`CASE WHEN purpose <> 'payment' THEN 'receivers' WHEN caller = '' THEN 'own' ELSE 'open' END`

/** Gas of a network today (UTC, by the database's clock), in its smallest unit. */
export async function readSpent(database: Database, network: string): Promise<Record<Purse, bigint>> {
  const rows = await database.rows<{ purse: Purse; spent: bigint }>(sql`
    SELECT ${purseInSql} AS purse, sum(spent) AS spent FROM gas_uses
    WHERE network = ${network} AND day = (now() AT TIME ZONE 'UTC')::date GROUP BY 1`)
  const of = (purse: Purse) => rows.find((each) => each.purse === purse)?.spent ?? 0n
  return { own: of('own'), open: of('open'), receivers: of('receivers') }
}

/** Gas of a payee in a purse, or of a caller, today. */
export async function readUsed(
  database: Database,
  network: string,
  who: { purse: Purse; payee: string } | { caller: string },
): Promise<bigint> {
  const whose =
    'payee' in who ? sql`payee = ${who.payee} AND ${purseInSql} = ${who.purse}` : sql`caller = ${who.caller}`
  const row = await database.row<{ spent: bigint }>(sql`
    SELECT coalesce(sum(spent), 0) AS spent FROM gas_uses
    WHERE network = ${network} AND day = (now() AT TIME ZONE 'UTC')::date AND ${whose}`)
  return row.spent
}

/**
 * Each payee's part of all buyers of the last seven days, from 0 to 1. A wallet counts once, shared among all whom it
 * paid, and only where most of what it paid came from elsewhere than from payments here: a ring counts for nothing.
 */
export async function readBuyers(database: Database, network: string): Promise<Map<string, number>> {
  const rows = await database.rows<{ payee: string; part: number }>(sql`
    WITH paid AS (
      SELECT payer, coalesce(gas_for ->> 'payee', pay_to) AS payee, asset, sum(settle_amount_atomic) AS amount
      FROM settlements WHERE network = ${network} AND state = 'settled' AND strpos(payer, '/') = 0
        AND decided_at > now() - interval '7 days'
      GROUP BY 1, 2, 3
    ), gave AS (SELECT payer AS wallet, asset, sum(amount) AS amount FROM paid GROUP BY 1, 2
    ), got AS (SELECT payee AS wallet, asset, sum(amount) AS amount FROM paid GROUP BY 1, 2
    ), buyers AS (
      SELECT DISTINCT payer, payee FROM paid JOIN gave ON gave.wallet = payer AND gave.asset = paid.asset
      LEFT JOIN got ON got.wallet = payer AND got.asset = paid.asset
      WHERE coalesce(got.amount, 0) * 2 < gave.amount
    ), weights AS (SELECT payee, 1.0 / count(*) OVER (PARTITION BY payer) AS weight FROM buyers)
    SELECT payee, (sum(weight) / sum(sum(weight)) OVER ())::float8 AS part FROM weights GROUP BY payee`)
  return new Map(rows.map(({ payee, part }) => [payee, part]))
}

/** Gas that all wallets of a network have spent per day, on average over the last seven, in its smallest unit. */
export async function readSpentPerDay(database: Database, network: string): Promise<bigint> {
  const row = await database.row<{ spent: bigint }>(sql`
    SELECT (coalesce(sum(spent), 0) / 7)::numeric(78, 0) AS spent
    FROM gas_uses WHERE network = ${network} AND day > (now() AT TIME ZONE 'UTC')::date - 7`)
  return row.spent
}
