import { once } from '@/lib/base/chains/once'
import { systemClock } from '@/lib/base/infra/clock'
import type { Logger } from '@/lib/base/infra/logger'
import { VERSION } from '@/lib/base/infra/version'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import { isOutage } from '@/lib/gate/resource-server/ports'
import { problemResponse } from '@/lib/gate/resource-server/problem'
import type { ServerFacts } from '@/lib/mcp/create-tool-server'
import { createDiscoveryTools } from '@/lib/mcp/discovery-tools'
import { priceListTool, priceTool } from '@/lib/mcp/price-tool'
import { createSseHub } from '@/lib/mcp/sse-hub'
import { purgeStreams } from '@/lib/mcp/sse-streams'
import { fixedTools, joinTools, listedTools, type ToolSource } from '@/lib/mcp/tool'
import { openSse, serveStreamableHttp, takeSseMessage } from '@/lib/mcp/transports'
import { isStoredToolName } from '@/lib/shop/sellers/routes/route-address'
import { keepListedTools, listTools } from '@/lib/shop/sellers/routes/served-routes'
import { findShopName } from '@/lib/shop/sellers/shop'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import type { Goods } from '@/lib/site/demo/goods'
import type { Base } from './base'
import { listTool } from './list-own'
import type { OpenBazaar } from './open-bazaar'
import type { OpenGate } from './open-gate'
import type { OpenShop } from './open-shop'
import { createStoredTools } from './stored-tools'

/** The gate's tools, of the site and its shops, and the catalog's. */
type Over = Pick<OpenGate, 'gate' | 'site'> &
  Pick<OpenBazaar, 'catalog'> &
  Pick<OpenShop, 'sellers'> & { goods: Goods | null }

const HOW_TO_PAY =
  'A call that costs something answers with an error result whose structured content is an x402 PaymentRequired. ' +
  'Sign one of its options and call again with the payment payload in _meta["x402/payment"].'

/** Joins the tools of the site and its shops with the gate that sells them, and the discovery tools with the catalog. */
export function openMcp({ database, env, log }: Base, { gate, site, goods, catalog, sellers }: Over) {
  const fault: ServerFacts['fault'] = (error, toolName) => log.fault('An MCP tool failed', error, { toolName })
  const facts = { name: nameForPrograms(env.site.name), title: env.site.name, version: VERSION, fault }
  const shopFacts = { ...facts, instructions: `${HOW_TO_PAY} list_paid_tools says for free what costs how much.` }
  const discoveryFacts = {
    ...facts,
    instructions: 'Find paid resources, and read what is known of one before paying.',
  }
  const discovery = createDiscoveryTools({ catalog, clock: systemClock, isDemo: env.isDemo })
  const stored = createStoredTools(gate, sellers)
  const ownOffers = once(() =>
    (goods?.tools ?? []).map((tool) => tool(site)).filter(({ accepts }) => accepts.length > 0),
  )
  const ownTools = once(() => ownOffers().map((offer) => priceTool(gate, offer)))
  const own = listedTools(() => whileSold(ownTools))
  const priceList = priceListTool(async () => [...whileSold(ownOffers), ...(await stored.offers(null))])
  const all = joinTools([own, fixedTools([priceList]), discovery, stored.of(null)])
  const hub = createSseHub(database, (error) => log.error({ err: error }, 'MCP streams could not be served'))
  const listOwn = async () => {
    for (const tool of whileSold(ownTools)) await listTool(tool, { catalog, log })
  }
  return {
    /** Everything: the tools sold here, and the discovery tools. */
    answer: serve(shopFacts, all),
    async answerShop(handle: string, request: Request): Promise<Response> {
      const title = isShopHandle(handle) ? await findShopName(database, handle) : null
      if (title === null) return problemResponse({ code: 'not_found', detail: 'No shop has this name.' })
      const tools = joinTools([stored.of(handle), fixedTools([priceListTool(() => stored.offers(handle))])])
      return serve({ ...shopFacts, name: handle, title }, tools)(request)
    },
    answerDiscovery: serve(discoveryFacts, discovery),
    /** Everything, for clients of the older HTTP and SSE transport: the stream, and the messages. */
    openStream: (request: Request) => openSse(hub, '/mcp/messages', request),
    takeMessage: (request: Request) => takeSseMessage(database, shopFacts, all, request),
    jobs: [
      { name: 'list own MCP tools', intervalMs: 600_000, run: listOwn },
      {
        name: "list sellers' tools",
        intervalMs: 15_000,
        run: createToolLister({ tools: stored.of(null), database, catalog, log }),
      },
      { name: 'purge MCP streams', intervalMs: 60_000, run: () => purgeStreams(database) },
    ],
  }
}

/** A name as an identifier: small letters and digits, joined by hyphens. */
const nameForPrograms = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'site'

/** Empty while the facilitator has not said what it settles. */
function whileSold<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if (isOutage(error)) return []
    throw error
  }
}

const serve = (facts: ServerFacts, tools: ToolSource) => (request: Request) =>
  serveStreamableHttp(facts, tools, request)

/** The latest changes that one look takes in; a tool beyond them is listed when it is paid for. */
const MAX_CHANGES = 200

type ToolLister = Pick<Base, 'database'> & { tools: ToolSource; catalog: Catalog; log: Logger }

/**
 * Keeps the catalog's entries of sellers' tools in step with their offers: new terms are listed, and tools no longer
 * offered are removed. Telling twice changes nothing, so every instance may do it.
 */
function createToolLister({ tools, database, catalog, log }: ToolLister): () => Promise<void> {
  let told = new Map<string, string>()
  return async () => {
    const latest = await listTools(database, { handle: null, limit: MAX_CHANGES })
    for (const { name, version, isListed } of latest) {
      const tool = isListed && told.get(name) !== version ? await tools.find(name) : null
      if (tool) await listTool(tool, { catalog, log })
    }
    told = new Map(latest.map(({ name, version }) => [name, version]))
    const listed = (await catalog.listedOwnTools()).filter(({ toolName }) => isStoredToolName(toolName))
    const kept = await keepListedTools(
      database,
      listed.map(({ toolName }) => toolName),
    )
    for (const { key, toolName } of listed) if (!kept.has(toolName)) await catalog.removeOwn(key)
  }
}
