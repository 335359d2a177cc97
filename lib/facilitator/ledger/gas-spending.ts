import type { Database } from '@/lib/infra/database'
import { toBigInt } from './settlement-record'

/** What all wallets of a network have spent on a day in UTC such as 2026-01-31, in the network's smallest unit. */
export async function readSpent(
  database: Database,
  { network, day }: { network: string; day: string },
): Promise<bigint> {
  const { _sum } = await database.gasSpending.aggregate({
    where: { network, day: new Date(`${day}T00:00:00Z`) },
    _sum: { spent: true },
  })
  return _sum.spent ? toBigInt(_sum.spent) : 0n
}
