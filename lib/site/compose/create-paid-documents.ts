import { LRUCache } from 'lru-cache'
import { recordOf } from '@/lib/base/x402/header-codec'
import { type DescribedRoute, describePaidRoutes } from '@/lib/base/x402/paid-open-api'
import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { listOpenRoutes } from '@/lib/shop/sellers/routes/list-open-routes'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import type { Base } from './base'
import type { OpenGate } from './open-gate'

const MAXIMUM_ROUTES = 500

/** Building a document reads up to a thousand rows; this makes many simultaneous requests cost one. */
const KEPT = { max: 100, ttl: 5_000 }

type Parts = Pick<Base, 'env' | 'database'> & Pick<OpenGate, 'site'> & { ownRoutes: readonly PaidRoute[] }

/**
 * OpenAPI of everything sold here, with prices, as JSON: of the whole site, or of one shop. Null for a name that no
 * shop can have.
 */
export function createPaidDocuments(parts: Parts): (handle: string | null) => Promise<string | null> {
  const kept = new LRUCache<string, Promise<string>>(KEPT)
  return async (handle) => {
    if (handle !== null && !isShopHandle(handle)) return null
    const known = kept.get(handle ?? '') ?? write(parts, handle)
    kept.set(handle ?? '', known, { noUpdateTTL: true })
    return known
  }
}

async function write({ env, site, ownRoutes, database }: Parts, handle: string | null): Promise<string> {
  const own = handle === null ? ownRoutes.flatMap((route) => describeOwn(route, site)) : []
  const sold = await listOpenRoutes(database, { handle, limit: MAXIMUM_ROUTES })
  const contact = env.site.links.find(({ title }) => title === 'Contact')?.href
  return JSON.stringify(
    describePaidRoutes({ title: env.site.name, origin: env.publicOrigin, contact }, [...own, ...sold]),
  )
}

function describeOwn({ key, config }: PaidRoute, site: OpenGate['site']): DescribedRoute[] {
  const { accepts, description = key, mimeType = 'application/json', query = [], extensions } = config(site)
  const options = [accepts].flat()
  const option =
    options.find(({ scheme }) => scheme === 'exact') ?? options.find(({ scheme }) => scheme === 'upto') ?? options[0]
  if (!option) return []
  const { inputSchema, outputSchema } = recordOf(extensions?.bazaar)
  const schemaOf = (value: unknown) => (value === undefined ? undefined : recordOf(value))
  return [
    {
      ...{
        routeKey: key,
        title: description.slice(0, 120),
        description,
        mimeType,
        query: query === 'ignored' ? [] : query,
      },
      dollars: option.price,
      isMetered: option.scheme === 'upto',
      inputSchema: schemaOf(inputSchema),
      outputSchema: schemaOf(outputSchema),
    },
  ]
}
