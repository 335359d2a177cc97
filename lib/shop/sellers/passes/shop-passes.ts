import { z } from 'zod'
import { columns, type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { ruled } from '@/lib/base/sentences/say'
import type { PassOffer } from '@/lib/base/x402/passes'

const passScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shop') }).strict(),
  z.object({ kind: z.literal('tag'), tag: z.string().trim().min(1, ruled('passTag')).max(200) }).strict(),
  z.object({ kind: z.literal('gateway'), gatewayId: z.string().uuid(ruled('passGateway')) }).strict(),
  z
    .object({ kind: z.literal('routes'), routeIds: z.array(z.string().uuid()).min(1, ruled('passRoutes')).max(500) })
    .strict(),
])

export const passSettings = z
  .object({
    days: z
      .number({ invalid_type_error: ruled('useNumber') })
      .int(ruled('passDays'))
      .min(1, ruled('passDays'))
      .max(3_650, ruled('passDays')),
    scope: passScope.default({ kind: 'shop' }),
    callsPerDay: z
      .number({ invalid_type_error: ruled('useNumber') })
      .int(ruled('passCalls'))
      .min(1, ruled('passCalls'))
      .max(10_000_000, ruled('passCalls'))
      .nullable()
      .default(null)
      .describe('API calls that it opens a day (UTC). Null: any number.'),
    keepsRead: z
      .boolean()
      .default(false)
      .describe(
        'A text or file that was opened with it stays open after its end, where the route is kept by its buyers.',
      ),
  })
  .strict()
export type PassSettings = z.infer<typeof passSettings>

/** A pass of a shop that is or was sold: it covers what its buyers paid for until they have had their time. */
export type ShopPass = Awaited<ReturnType<typeof findShopPasses>>[number]

/** A route as far as passes care. `routeId`: null before it is stored. */
export type Coverable = { routeId: string | null; kind: string; tags: readonly string[]; gatewayId: string | null }

const stored = z.object({
  pass: passSettings,
  price: z.object({ dollars: z.string(), networks: z.array(z.string()) }),
})

const removedSince = z.record(z.string(), z.coerce.date())

/** The passes of a shop; without those whose content operators have closed. */
export async function findShopPasses(database: Database | DatabaseTransaction, sellerId: string) {
  const rows = await database.storedRoute.findMany({
    where: {
      sellerId,
      kind: 'pass',
      state: { not: 'draft' },
      NOT: { suspendedReason: { not: null }, isContentClosed: true },
    },
    select: columns('id', 'title', 'state', 'routeKey', 'settings', 'suspendedReason', 'removals'),
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, title, state, routeKey, settings, suspendedReason, removals }) => {
    const { pass, price } = stored.parse(settings)
    return {
      ...pass,
      ...price,
      passId: id,
      title,
      path: routeKey.slice(routeKey.indexOf(' ') + 1),
      isOnSale: state === 'live' && suspendedReason === null,
      /** Routes that it does not cover any more, and since when. */
      removed: new Map(Object.entries(removedSince.parse(removals))),
    }
  })
}

/** Whether a pass covers a route of its shop for those who buy it now. */
export function covers({ scope }: Pick<PassSettings, 'scope'>, route: Coverable): boolean {
  if (route.kind === 'pass' || route.kind === 'sign_in') return false
  switch (scope.kind) {
    case 'shop':
      return true
    case 'tag':
      return route.tags.some((tag) => tag.toLowerCase() === scope.tag.toLowerCase())
    case 'gateway':
      return route.gatewayId === scope.gatewayId
    case 'routes':
      return route.routeId !== null && scope.routeIds.includes(route.routeId)
  }
}

type PassOnSale = Omit<PassOffer, 'url'> & { path: string }

/** A pass by which a route opens. `until`: it was taken out then. `offer`: null where it cannot be bought for the route now. */
export type CoveringPass = { pass: ShopPass; until: Date | null; offer: PassOnSale | null }

/**
 * The passes by which a route opens, also those that have covered it. Those with the most calls come first; for what is
 * read, those that keep it.
 */
export function coveringPasses(passes: readonly ShopPass[], route: Coverable): CoveringPass[] {
  const isRead = route.kind === 'article' || route.kind === 'file'
  const keepsOf = ({ pass }: CoveringPass) => Number(isRead && pass.keepsRead)
  const callsOf = ({ pass }: CoveringPass) => pass.callsPerDay ?? Number.MAX_SAFE_INTEGER
  return passes
    .flatMap((pass): CoveringPass[] => {
      if (covers(pass, route)) return [{ pass, until: null, offer: pass.isOnSale ? toOffer(pass, isRead) : null }]
      const until = route.routeId === null ? undefined : pass.removed.get(route.routeId)
      return until ? [{ pass, until, offer: null }] : []
    })
    .sort((one, other) => keepsOf(other) - keepsOf(one) || callsOf(other) - callsOf(one))
}

const toOffer = ({ path, title, dollars, days, scope, callsPerDay }: ShopPass, isRead: boolean): PassOnSale => ({
  path,
  title,
  price: dollars,
  days,
  scope: scope.kind === 'shop' ? 'shop' : 'part',
  ...(callsPerDay !== null && !isRead && { callsPerDay }),
})

export type Covered = ReadonlySet<string>

type PassScopeRow = { id: string; kind: string; gatewayId: string | null; tags: string[] | null }

/** Read before a change that may take routes out of passes, in its transaction, which has locked the shop. */
export async function readCovered(transaction: DatabaseTransaction, sellerId: string): Promise<Covered> {
  const passes = await findShopPasses(transaction, sellerId)
  if (passes.length === 0) return new Set()
  const rows = await transaction.rows<PassScopeRow>(sql`
    SELECT id::text, kind::text, gateway_id::text AS "gatewayId", settings->'discovery'->'tags' AS tags
    FROM stored_routes WHERE seller_id = ${sellerId}::uuid AND state <> 'archived'`)
  const routes = rows.map(({ id: routeId, tags, ...row }) => ({ ...row, routeId, tags: tags ?? [] }))
  const pairs = passes.flatMap((pass) =>
    routes.filter((route) => covers(pass, route)).map(({ routeId }) => `${pass.passId} ${routeId}`),
  )
  return new Set(pairs)
}

/** A payment that was signed under the terms before a change may still settle. */
const GRACE = sql.raw(`interval '5 minutes'`)

/** Notes after that change which routes passes cover no more: those who bought before keep them until their end. */
export async function noteRemoved(transaction: DatabaseTransaction, sellerId: string, before: Covered): Promise<void> {
  if (before.size === 0) return
  const after = await readCovered(transaction, sellerId)
  const gone = [...before].filter((pair) => !after.has(pair)).map((pair) => pair.split(' '))
  if (gone.length === 0) return
  const [passIds, routeIds] = [gone.map(([passId]) => passId), gone.map(([, routeId]) => routeId)]
  await transaction.execute(sql`
    WITH gone AS (
      SELECT pass_id, jsonb_object_agg(route_id, now() + ${GRACE}) AS removals
      FROM unnest(${passIds}::uuid[], ${routeIds}::text[]) AS pair(pass_id, route_id) GROUP BY pass_id
    ), held AS (SELECT id FROM stored_routes WHERE id = ANY(${passIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE stored_routes pass SET removals = pass.removals || gone.removals
    FROM held JOIN gone ON gone.pass_id = held.id WHERE pass.id = held.id`)
}

/** Makes every instance load a shop's routes again, since the 402 of each names the passes on sale. */
export async function reloadRoutes(
  transaction: DatabaseTransaction,
  { sellerId, revision }: { sellerId: string; revision: number },
): Promise<void> {
  await transaction.storedRoute.updateMany({ where: { sellerId, state: { not: 'archived' } }, data: { revision } })
}
