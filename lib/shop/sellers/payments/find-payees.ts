import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'

export async function findPayees(
  database: Database | DatabaseTransaction,
  sellerId: string,
): Promise<ReadonlyMap<string, string>> {
  const payees = await database.sellerPayee.findMany({ where: { sellerId } })
  return new Map(payees.map(({ network, address }) => [network, address]))
}

/** The payees of all shops of this site, by network. */
export const listAllPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.sellerPayee.findMany({ select: { network: true, address: true }, distinct: ['network', 'address'] })
