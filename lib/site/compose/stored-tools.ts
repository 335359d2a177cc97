import { LRUCache } from 'lru-cache'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { offerRoute } from '@/lib/mcp/offer-route'
import { priceTool, type ToolOffer } from '@/lib/mcp/price-tool'
import type { PaidTool, ToolSource } from '@/lib/mcp/tool'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { findTool, listTools, type OfferedTool } from '@/lib/shop/sellers/routes/served-routes'
import { storedHandler } from './stored-handler'

type StoredTools = {
  /** Tools of one shop, or the last changed ones of all shops; each is found by its name anyway. */
  of: (handle: string | null) => ToolSource
  offers: (handle: string | null) => Promise<ToolOffer[]>
}

/** An agent reads the whole list before its first call. */
const MAX_LISTED = { shop: 200, all: 40 }

type StoredTool = { offer: ToolOffer; tool: PaidTool }

export function createStoredTools(gate: Gate, sellers: SellersContext): StoredTools {
  const { database } = sellers
  const known = new LRUCache<string, StoredTool>({ max: 2_000 })
  const make = (offered: OfferedTool): StoredTool => {
    const made = known.get(offered.version) ?? makeTool(gate, sellers, offered)
    known.set(offered.version, made)
    return made
  }
  const list = async (handle: string | null) => {
    const limit = handle === null ? MAX_LISTED.all : MAX_LISTED.shop
    return (await listTools(database, { handle, limit })).map(make)
  }
  return {
    offers: async (handle) => (await list(handle)).map(({ offer }) => offer),
    of: (handle) => ({
      list: async () => (await list(handle)).map(({ tool }) => tool),
      async find(name) {
        const offered = handle === null || name.startsWith(`${handle}__`) ? await findTool(database, name) : null
        return offered && make(offered).tool
      },
    }),
  }
}

/** Sold with the route's own terms and recorded under its key, so that its seller finds calls and requests together. */
function makeTool(gate: Gate, sellers: SellersContext, offered: OfferedTool): StoredTool {
  const { served, version: _version, ...shape } = offered
  const { accepts, resource, extensions, settle, handlerTimeoutSeconds, ...gated } = served.gateRoute
  const { manySmallCalls, query, stored, passes, passSeconds } = gated
  const offer = offerRoute({
    ...shape,
    method: shape.method === 'HEAD' ? 'GET' : shape.method,
    accepts,
    resource,
    routeKey: served.routeKey,
    settle,
    handlerTimeoutSeconds,
    manySmallCalls,
    query,
    stored,
    passes,
    passSeconds,
    signIn: extensions['sign-in-with-x'],
    origin: sellers.publicOrigin,
    handler: storedHandler(sellers, served, { isForAgent: true }),
  })
  return { offer, tool: priceTool(gate, offer) }
}
