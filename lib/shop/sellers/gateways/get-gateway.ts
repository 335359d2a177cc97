import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { RouteMethod } from '@/lib/base/x402/route-key'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import {
  type Metering,
  type RouteAccess,
  type RouteSettings,
  type RouteState,
  routeSettings,
} from '../routes/route-input'

export type OperationView = {
  routeId: string
  state: RouteState
  url: string
  method: RouteMethod
  /** Below the prefix, in the service's own form. */
  path: string
  title: string
  description: string
  access: RouteAccess
  dollars: string | null
  metering: Metering | null
  /** Limit of a body that is streamed to the service; null where the body is held first. */
  maxUploadBytes: number | null
  /** Whether its answer is streamed, and for how long at most. */
  isStreaming: boolean
  streamSeconds: number
  streamsOnCredit: RouteSettings['streamsOnCredit']
  mimeType: string
  query: RouteSettings['query']
  discovery: Pick<RouteSettings['discovery'], 'isListed' | 'input' | 'inputSchema' | 'outputSchema'>
}

/** A gateway as its seller sees it, without the values of secret headers. */
export type GatewayView = {
  gatewayId: string
  title: string
  prefix: string
  upstream: { url: string; headerNames: string[]; timeoutMs: number; maxBytes: number }
  networks: string[]
  operations: OperationView[]
  createdAt: Date
  updatedAt: Date
}

/** One of the actor's own gateways. Fails with `GATEWAY_NOT_FOUND`, also for another shop's. */
export async function getGateway(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  actor: Actor,
  gatewayId: string,
): Promise<GatewayView> {
  const row = isUuid(gatewayId)
    ? await database.gateway.findFirst({
        where: { id: gatewayId, seller: { accountId: actor.accountId } },
        include: {
          seller: { select: { handle: true } },
          routes: { where: { state: { not: 'archived' } }, include: { upstream: true }, orderBy: { id: 'asc' } },
        },
      })
    : null
  if (!row) throw new DomainError('GATEWAY_NOT_FOUND', say('gatewayUnknown'))
  const { id, title, prefix, upstreamUrl, headerNames, timeoutMs, maxBytes, networks, createdAt, updatedAt } = row
  return {
    gatewayId: id,
    ...{ title, prefix, networks, createdAt, updatedAt },
    upstream: { url: upstreamUrl, headerNames, timeoutMs, maxBytes },
    operations: row.routes.map((route) => {
      const settings = routeSettings.parse(route.settings)
      const { discovery, price, description, access, metering, isStreaming, streamSeconds, mimeType, query } = settings
      const { streamsOnCredit } = settings
      const { input, inputSchema, outputSchema, isListed } = discovery
      return {
        routeId: route.id,
        state: route.state,
        url: `${publicOrigin}/x/${row.seller.handle}${route.path}`,
        method: route.method as RouteMethod, // Checked when the route was made.
        path: pathBelow(upstreamUrl, route.upstream?.url ?? ''),
        title: route.title,
        ...{ description, access, metering, isStreaming, streamSeconds, streamsOnCredit, mimeType, query },
        maxUploadBytes: settings.maxUploadBytes,
        dollars: price?.dollars ?? null,
        discovery: {
          isListed,
          ...(input ? { input } : {}),
          ...(inputSchema ? { inputSchema } : {}),
          ...(outputSchema ? { outputSchema } : {}),
        },
      }
    }),
  }
}

/** The operation's path, with the braces of OpenAPI; `/*` for everything below. */
function pathBelow(base: string, url: string): string {
  const path = url.startsWith(base) ? url.slice(base.length) : new URL(url).pathname
  return decodeURI(path)
    .replace(/\/\[\.\.\.[\w-]+\]$/, '/*')
    .replaceAll(/\[([\w-]+)\]/g, '{$1}')
}
