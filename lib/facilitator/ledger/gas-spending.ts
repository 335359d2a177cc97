import type { Database } from '@/lib/infra/database'

/**
 * What all wallets of a network have spent today (UTC, by the database's clock), in the network's smallest unit; `day`
 * such as 2026-01-31.
 */
export async function readSpent(database: Database, network: string): Promise<{ spent: bigint; day: string }> {
  const [row] = await database.$queryRaw<{ spent: string; day: string }[]>`
    SELECT today.day::text AS day, coalesce(sum(g.spent), 0)::text AS spent
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS day) AS today
    LEFT JOIN gas_spending AS g ON g.network = ${network} AND g.day = today.day
    GROUP BY today.day`
  if (!row) throw new Error('Expected one row, also of a day on which nothing was spent.')
  return { spent: BigInt(row.spent), day: row.day }
}

/** What all wallets of a network have spent on a day, on average over the last seven, in its smallest unit. */
export async function readSpentPerDay(database: Database, network: string): Promise<bigint> {
  const [row] = await database.$queryRaw<{ spent: string }[]>`
    SELECT (coalesce(sum(spent), 0) / 7)::numeric(78, 0)::text AS spent
    FROM gas_spending WHERE network = ${network} AND day > (now() AT TIME ZONE 'UTC')::date - 7`
  return BigInt(row?.spent ?? 0)
}
