import { z } from 'zod'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { say } from '@/lib/base/sentences/say'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import { id, routeMethod, routeState, time } from '@/lib/base/x402/views'
import { type Actor, shopOf } from '../actor'
import { contentVersion } from '../content-version'
import type { SellersContext } from '../ports'
import { routeUrl } from '../routes/route-address'
import { routeSettings, streaming } from '../routes/route-input'
import { upstreamShape } from '../routes/routes'
import { viewOf } from '../views'
import { operationDiscovery } from './gateway-input'

/** An operation's settings that a gateway gives. */
const operationSettings = routeSettings
  .pick({ description: true, access: true, metering: true, mimeType: true, query: true })
  .extend({ ...streaming, discovery: operationDiscovery.strip() })

export const operationShape = operationSettings.extend({
  routeId: id,
  state: routeState,
  url: z.string(),
  method: routeMethod,
  path: z.string().describe('Below the prefix; `/*` takes everything below.'),
  title: z.string(),
  dollars: z.string().nullable(),
})
export type OperationView = z.infer<typeof operationShape>

export const gatewayShape = z.object({
  gatewayId: id,
  title: z.string(),
  prefix: z.string(),
  upstream: upstreamShape,
  networks: z.array(z.string()),
  operations: z.array(operationShape),
  version: z.string().describe('Of what an update replaces. As `ETag`, for `If-Match`.'),
  createdAt: time,
  updatedAt: time,
})
export type GatewayView = z.infer<typeof gatewayShape>

/** Fails with `GATEWAY_NOT_FOUND`, also for another shop's. */
export async function getOwnGateway(database: Database | DatabaseTransaction, actor: Actor, gatewayId: string) {
  const row = isUuid(gatewayId)
    ? await database.gateway.findFirst({
        where: { id: gatewayId, seller: shopOf(actor) },
        include: {
          seller: { select: { handle: true, suspendedReason: true } },
          routes: {
            where: { state: { not: 'archived' } },
            include: { upstream: true },
            orderBy: { id: 'asc' },
          },
        },
      })
    : null
  if (!row) throw new DomainError('GATEWAY_NOT_FOUND', say('gatewayUnknown'))
  return row
}
export type OwnGateway = Awaited<ReturnType<typeof getOwnGateway>>

export async function getGateway(
  { database, publicOrigin }: SellersContext,
  actor: Actor,
  gatewayId: string,
): Promise<GatewayView> {
  const row = await getOwnGateway(database, actor, gatewayId)
  const operations = row.routes.map((route) =>
    viewOf(operationShape, {
      ...route,
      ...operationSettings.parse(route.settings),
      routeId: route.id,
      url: routeUrl(publicOrigin, row.seller.handle, route.path),
      method: route.method as RouteMethod, // Checked when the route was made.
      path: pathBelow(row.upstreamUrl, route.upstream?.url ?? ''),
      dollars: routeSettings.parse(route.settings).price?.dollars ?? null,
    }),
  )
  const upstream = viewOf(upstreamShape, { ...row, url: row.upstreamUrl })
  const version = gatewayVersion(row)
  return viewOf(gatewayShape, { ...row, gatewayId: row.id, version, upstream, operations })
}

/** The operation's path, with the braces of OpenAPI; `/*` for everything below. */
function pathBelow(base: string, url: string): string {
  const path = url.startsWith(base) ? url.slice(base.length) : new URL(url).pathname
  return decodeURI(path)
    .replace(/\/\[\.\.\.[\w-]+\]$/, '/*')
    .replaceAll(/\[([\w-]+)\]/g, '{$1}')
}

/** The version of what a save of a gateway replaces: the service, and its operations. */
export function gatewayVersion(row: OwnGateway): string {
  const { title, prefix, upstreamUrl, headerNames, sealedHeaders, timeoutMs, maxBytes, networks } = row
  const said = row.routes.map(({ id, title, method, path, settings }) => [id, title, method, path, settings])
  const seal = sealedHeaders && Buffer.from(sealedHeaders).toString('base64url')
  return contentVersion([title, prefix, upstreamUrl, headerNames, seal, timeoutMs, maxBytes, networks, said])
}

export const gatewaySummaryShape = z.object({
  gatewayId: id,
  title: z.string(),
  prefix: z.string(),
  upstreamUrl: z.string(),
  /** Routes that are not archived. */
  operations: z.number(),
  updatedAt: time,
})
export type GatewaySummary = z.infer<typeof gatewaySummaryShape>

/** More than any shop has, since each uses some of the shop's quota of routes. */
const MAXIMUM_LISTED = 200

export async function listGateways({ database }: SellersContext, actor: Actor): Promise<GatewaySummary[]> {
  const rows = await database.gateway.findMany({
    where: { seller: shopOf(actor) },
    include: { _count: { select: { routes: { where: { state: { not: 'archived' } } } } } },
    orderBy: { id: 'desc' },
    take: MAXIMUM_LISTED,
  })
  return rows.map((row) => viewOf(gatewaySummaryShape, { ...row, gatewayId: row.id, operations: row._count.routes }))
}
