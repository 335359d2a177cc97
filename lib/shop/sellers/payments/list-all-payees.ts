import type { Database } from '@/lib/base/infra/database'

/** The payees of all shops of this site, by network. */
export const listAllPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.sellerPayee.findMany({ select: { network: true, address: true }, distinct: ['network', 'address'] })
