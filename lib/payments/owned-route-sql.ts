import { type Database, Prisma } from '@/lib/base/infra/database'
import { isUuid } from '@/lib/base/infra/identifiers'
import { stillOpens } from './pass-payments'
import { type Owner, ownsNothing, whereBought, whereOwner } from './where-payment'

/** SQL: true where someone bought that stored route and may still open it. */
export const isOwnedSql = (routeKey: Prisma.Sql, routeId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM payments WHERE route_key = ${routeKey}
    AND route_id = ${routeId}::text AND ${whereBought} AND ${stillOpens})`

/** SQL: true where a payment for that stored route is on its way. */
export const isBeingBoughtSql = (routeKey: Prisma.Sql, routeId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM payments WHERE route_key = ${routeKey}
    AND route_id = ${routeId}::text AND status IN ('claimed', 'settling', 'unknown'))`

/** The stored routes of an owner's payments among these that may still be opened, by payment. */
export async function findOwnedRoutes(
  database: Database,
  owner: Owner,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = paymentIds.filter(isUuid)
  if (ownsNothing(owner) || ids.length === 0) return new Map()
  const rows = await database.$queryRaw<{ paymentId: string; routeId: string }[]>`
    SELECT id::text AS "paymentId", route_id AS "routeId" FROM payments
    WHERE id = ANY(${ids}::uuid[]) AND ${whereOwner(owner)} AND ${whereBought} AND ${stillOpens}
      AND route_id <> ''`
  return new Map(rows.map(({ paymentId, routeId }) => [paymentId, routeId]))
}
