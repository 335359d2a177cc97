import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'

/** A gateway's routes that are not archived, by place. */
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

/** Kind is part of the place, since a route's kind is fixed: an operation that becomes metered gets a new route. */
export const placeOf = (method: string, shape: string, kind: string) => `${method} ${shape} ${kind}`
