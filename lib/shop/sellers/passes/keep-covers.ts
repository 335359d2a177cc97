import { type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { covers, findShopPasses } from './shop-passes'

export type Covered = ReadonlySet<string>

type Row = { id: string; kind: string; gatewayId: string | null; tags: string[] | null }

/** Read before a change that may take routes out of passes, in its transaction, which has locked the shop. */
export async function readCovered(transaction: DatabaseTransaction, sellerId: string): Promise<Covered> {
  const passes = await findShopPasses(transaction, sellerId)
  if (passes.length === 0) return new Set()
  const rows = await transaction.$queryRaw<Row[]>`
    SELECT id::text, kind::text, gateway_id::text AS "gatewayId", settings->'discovery'->'tags' AS tags
    FROM stored_routes WHERE seller_id = ${sellerId}::uuid AND state <> 'archived'`
  const routes = rows.map(({ id: routeId, tags, ...row }) => ({ ...row, routeId, tags: tags ?? [] }))
  const pairs = passes.flatMap((pass) =>
    routes.filter((route) => covers(pass, route)).map(({ routeId }) => `${pass.passId} ${routeId}`),
  )
  return new Set(pairs)
}

/** A payment that was signed under the terms before a change may still settle. */
const GRACE = Prisma.raw(`interval '5 minutes'`)

/** Notes after that change which routes passes cover no more: those who bought before keep them until their end. */
export async function noteRemoved(transaction: DatabaseTransaction, sellerId: string, before: Covered): Promise<void> {
  if (before.size === 0) return
  const after = await readCovered(transaction, sellerId)
  const gone = [...before].filter((pair) => !after.has(pair)).map((pair) => pair.split(' '))
  if (gone.length === 0) return
  const [passIds, routeIds] = [gone.map(([passId]) => passId), gone.map(([, routeId]) => routeId)]
  await transaction.$executeRaw`
    INSERT INTO pass_removals (pass_id, route_id, removed_at)
    SELECT pass_id, route_id, now() + ${GRACE} FROM unnest(${passIds}::uuid[], ${routeIds}::uuid[]) AS gone(pass_id, route_id)
    ON CONFLICT (pass_id, route_id) DO UPDATE SET removed_at = EXCLUDED.removed_at`
}

/** Makes every instance load a shop's routes again, since the 402 of each names the passes on sale. */
export async function reloadRoutes(
  transaction: DatabaseTransaction,
  { sellerId, revision }: { sellerId: string; revision: number },
): Promise<void> {
  await transaction.storedRoute.updateMany({ where: { sellerId, state: { not: 'archived' } }, data: { revision } })
}
