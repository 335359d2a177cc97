import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { RouteArticle, RouteUpstream, StoredRoute } from '@/lib/base/infra/generated/prisma/client'
import { isUuid } from '@/lib/base/infra/identifiers'
import { unreadIn } from '@/lib/base/markdown/parse-markdown'
import { say } from '@/lib/base/sentences/say'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import { id, nextCursor, routeMethod, routeState, sentence, time } from '@/lib/base/x402/views'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type Actor, getOwnSeller, shopOf } from '../actor'
import { contentVersion } from '../content-version'
import { suspensionOf, suspensionShape } from '../operating/suspensions'
import { findShopTerms } from '../payments/payees'
import type { SellersContext } from '../ports'
import { beforeId, containing, pageOf, viewOf } from '../views'
import { buildGateRoute } from './build-gate-route'
import { findStoredFaults } from './check-route'
import { routeKinds } from './kinds'
import { routeUrl } from './route-address'
import { type RouteState, routeSettings } from './route-input'

export const upstreamShape = z.object({
  url: z.string(),
  headerNames: z.array(z.string()).describe('Values are never shown.'),
  timeoutMs: z.number(),
  maxBytes: z.number(),
})
const articleShape = z.object({ teaser: z.string(), body: z.string() })
const fileShape = z.object({ name: z.string(), mediaType: z.string(), size: z.number(), sha256: z.string() })

export const unread = z.array(z.string()).describe('Some of what its page shows as it was written, or leaves out.')

export const routeShape = z.object({
  routeId: id,
  kind: z.enum(routeKinds),
  state: routeState,
  title: z.string(),
  method: routeMethod,
  path: z.string(),
  routeKey: z.string(),
  toolName: z.string().nullable().describe('What the route is called as an MCP tool, where it is one.'),
  url: z.string(),
  settings: routeSettings,
  suspension: suspensionShape,
  faults: z
    .record(sentence)
    .describe('What to mend of a route that was saved before a rule, by field: documents of all sellers leave it out.'),
  article: articleShape.nullable(),
  unread,
  file: fileShape.nullable(),
  upstream: upstreamShape.nullable(),
  /** `processing` until the last change has reached the catalog. */
  listing: z.object({
    status: z.enum(['not_listed', 'processing', 'success', 'rejected']),
    reason: z.string().nullable(),
  }),
  version: z.string().describe('Of what an update replaces. As `ETag`, for `If-Match`.'),
  createdAt: time,
  updatedAt: time,
})
export type RouteView = z.infer<typeof routeShape>

/** One of the actor's own routes. Fails with `ROUTE_NOT_FOUND`, also for another shop's. */
export async function getRoute(
  { database, publicOrigin }: SellersContext,
  actor: Actor,
  routeId: string,
): Promise<RouteView> {
  const row = isUuid(routeId)
    ? await database.storedRoute.findFirst({
        where: { id: routeId, seller: shopOf(actor) },
        include: { article: true, file: true, upstream: true, seller: true },
      })
    : null
  if (!row) throw new DomainError('ROUTE_NOT_FOUND', say('routeUnknown'))
  const { article, file, upstream } = row
  const settings = routeSettings.parse(row.settings)
  const isWanted = settings.discovery.isListed && row.state === 'live'
  const isSynced = row.listedRevision === row.revision || (!isWanted && row.listingStatus !== 'success')
  return viewOf(routeShape, {
    ...row,
    routeId: row.id,
    method: row.method as RouteMethod, // Checked when the route was made.
    url: routeUrl(publicOrigin, row.seller.handle, row.path),
    settings,
    suspension: suspensionOf(row.seller) ?? suspensionOf(row),
    faults: row.state === 'archived' ? {} : findStoredFaults({ ...row, settings }),
    article: article && viewOf(articleShape, article),
    unread: article ? unreadIn(wholeText(article)) : [],
    file: file && viewOf(fileShape, file),
    upstream: upstream && viewOf(upstreamShape, upstream),
    listing: isSynced
      ? { status: row.listingStatus, reason: row.listingReason }
      : { status: 'processing', reason: null },
    version: routeVersion(row),
  })
}

type StoredArticleText = Pick<RouteArticle, 'teaser' | 'body'>
export const wholeText = ({ teaser, body }: StoredArticleText): string => `${teaser}\n\n${body}`

type RouteRow = StoredRoute & { article: StoredArticleText | null; upstream: RouteUpstream | null }

/** The version of what an update of a route replaces; its state and listing are changed by other acts. */
export const routeVersion = ({ title, method, path, settings, article, upstream }: RouteRow): string =>
  contentVersion([
    ...[title, method, path, settings],
    article && [article.teaser, article.body],
    upstream && [upstream.url, upstream.headerNames, sealOf(upstream), upstream.timeoutMs, upstream.maxBytes],
  ])

/** Secret headers that are typed again are sealed again. */
const sealOf = ({ sealedHeaders }: RouteUpstream) => sealedHeaders && Buffer.from(sealedHeaders).toString('base64url')

const priceSettings = routeSettings.pick({ price: true, options: true, access: true })

const routeSummaryShape = priceSettings.extend({
  routeId: id,
  kind: z.enum(routeKinds),
  state: routeState,
  isSuspended: z.boolean(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  url: z.string(),
  updatedAt: time,
})
export type RouteSummary = z.infer<typeof routeSummaryShape>

export const routePageShape = z.object({ routes: z.array(routeSummaryShape), nextCursor })

type RouteFilter = { states?: readonly RouteState[]; search?: string; cursor?: string; limit?: number }

/** The actor's own routes, newest first; archived ones only when asked for. */
export async function listRoutes(
  { database, publicOrigin }: SellersContext,
  actor: Actor,
  { states = ['draft', 'live', 'paused'], search = '', cursor, limit = 50 }: RouteFilter = {},
): Promise<z.infer<typeof routePageShape>> {
  const contains = containing(search)
  const rows = await database.storedRoute.findMany({
    where: {
      seller: shopOf(actor),
      state: { in: [...states] },
      ...(search === '' ? {} : { OR: [{ title: contains }, { path: contains }] }),
      ...beforeId(cursor),
    },
    include: { seller: { select: { handle: true, suspendedReason: true } } },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const { shown, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  const routes = shown.map(({ seller, ...row }) =>
    viewOf(routeSummaryShape, {
      ...row,
      ...priceSettings.parse(row.settings),
      routeId: row.id,
      isSuspended: (seller.suspendedReason ?? row.suspendedReason) !== null,
      url: routeUrl(publicOrigin, seller.handle, row.path),
    }),
  )
  return { routes, nextCursor }
}

export type NamedRoute = { routeId: string; title: string; state: RouteState }

/**
 * The actor's own routes by the keys that payments record. Where a key was used again, it names the newest route; keys
 * of other shops, or of no route, are left out.
 */
export async function nameRoutes(
  { database }: SellersContext,
  actor: Actor,
  named: readonly { routeKey: string }[],
): Promise<Map<string, NamedRoute>> {
  if (named.length === 0) return new Map()
  const { id: sellerId } = await getOwnSeller(database, actor)
  const rows = await database.storedRoute.findMany({
    where: { sellerId, routeKey: { in: [...new Set(named.map(({ routeKey }) => routeKey))] } },
    select: { id: true, routeKey: true, title: true, state: true },
    orderBy: { id: 'asc' },
  })
  return new Map(rows.map(({ id, routeKey, title, state }) => [routeKey, { routeId: id, title, state }]))
}

/** One of the actor's own routes with its 402 as agents get it, which is null while the gate cannot sell it. */
export async function getSale(
  context: SellersContext,
  actor: Actor,
  routeId: string,
): Promise<{ route: RouteView; challenge: PaymentRequired | null }> {
  const route = await getRoute(context, actor, routeId)
  const { id: sellerId } = await getOwnSeller(context.database, actor)
  const shop = await findShopTerms(context.database, sellerId)
  const built = await context.gate.buildTerms(route.routeKey, buildGateRoute(route, shop))
  return { route, challenge: built.ok ? built.terms.challenge : null }
}
