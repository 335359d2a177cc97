import type { Database } from '@/lib/base/infra/database'

/** Everyone that the ledger has ever paid, by network. Reads the whole ledger: only for commands run by hand. */
export const listPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.$queryRaw`SELECT DISTINCT network, pay_to AS address FROM payments`
