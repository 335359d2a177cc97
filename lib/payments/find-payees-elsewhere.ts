import type { Database } from '@/lib/base/infra/database'

/** Newest payments that are checked: few enough to be read at each start. */
const NEWEST = 1_000

export type PayeeElsewhere = { network: string; address: string; elsewhere: string }

/**
 * Payees whose latest payment in this ledger was made at another origin than ours, with that origin: a copy of the
 * database was made for another server, or two servers share it.
 */
export const findPayeesElsewhere = (database: Database, ourOrigin: string): Promise<PayeeElsewhere[]> =>
  database.$queryRaw`
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
    ORDER BY network, address`
