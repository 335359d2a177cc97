import type { Database } from '@/lib/base/infra/database'

/** A seller's refunds in one asset of one network: those that the chain has shown. */
export type GivenBack = { network: string; asset: string; amountAtomic: bigint; refunds: number }

/** That seller's refunds that were confirmed from `from` up to `until`, whenever their payments were made. */
export async function sumGivenBack(
  database: Database,
  { sellerId, from, until }: { sellerId: string; from: Date; until: Date },
): Promise<GivenBack[]> {
  const sums = await database.refund.groupBy({
    by: ['network', 'asset'],
    where: { sellerId, status: 'confirmed', confirmedAt: { gte: from, lt: until } },
    _sum: { amountAtomic: true },
    _count: true,
    orderBy: [{ network: 'asc' }, { asset: 'asc' }],
  })
  return sums.map(({ network, asset, _sum, _count }) => ({
    network,
    asset,
    amountAtomic: BigInt(_sum.amountAtomic?.toFixed() ?? 0),
    refunds: _count,
  }))
}
