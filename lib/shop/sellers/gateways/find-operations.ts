import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'

/** The routes of a gateway that are not archived, by their place. */
export async function findOperations(
  database: Database | DatabaseTransaction,
  gateway: { sellerId: string; gatewayId: string },
): Promise<Map<string, StoredOperation>> {
  const rows = await findRows(database, gateway)
  return new Map(rows.map((row) => [placeOf(row.method, row.shape ?? '', row.kind), row]))
}

export type StoredOperation = Awaited<ReturnType<typeof findRows>>[number]

const findRows = (
  database: Database | DatabaseTransaction,
  { sellerId, gatewayId }: { sellerId: string; gatewayId: string },
) =>
  database.storedRoute.findMany({
    where: { sellerId, gatewayId, state: { not: 'archived' } },
    include: { upstream: true, seller: { select: { suspendedReason: true } } },
  })

/** A route keeps its kind: an operation that is metered from now on is another one. */
export const placeOf = (method: string, shape: string, kind: string) => `${method} ${shape} ${kind}`
