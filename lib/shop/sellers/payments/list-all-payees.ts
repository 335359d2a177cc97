import type { Database } from '@/lib/base/infra/database'

/** Where the shops of this site are paid, by network. */
export const listAllPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.sellerPayee.findMany({ select: { network: true, address: true }, distinct: ['network', 'address'] })
