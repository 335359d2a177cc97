import { once } from '@/lib/base/chains/once'
import { systemClock } from '@/lib/base/infra/clock'
import type { Logger } from '@/lib/base/infra/logger'
import { VERSION } from '@/lib/base/infra/version'
import { parseRouteKey } from '@/lib/base/x402/route-pattern'
import { presentDetail } from '@/lib/bazaar/browse/present-entry'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import { createDiscoveryTurns } from '@/lib/bazaar/http/discovery-limit'
import { presentSearch } from '@/lib/bazaar/search/search-entries'
import { buildTerms, samplePath } from '@/lib/gate/resource-server/build-terms'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { isOutage } from '@/lib/gate/resource-server/ports'
import { problemResponse } from '@/lib/gate/resource-server/problem'
import { protect } from '@/lib/gate/resource-server/protect'
import type { ServerFacts } from '@/lib/mcp/create-tool-server'
import { createDiscoveryTools } from '@/lib/mcp/discovery-tools'
import { mcpMethodNotAllowed, mcpPreflight } from '@/lib/mcp/mcp-headers'
import type { ToolGatePort } from '@/lib/mcp/ports'
import { priceListTool, priceTool, type ToolOffer } from '@/lib/mcp/price-tool'
import { createSseHub } from '@/lib/mcp/sse-hub'
import { purgeStreams } from '@/lib/mcp/sse-streams'
import { fixedTools, joinTools, type ToolSource } from '@/lib/mcp/tool'
import { openSse, serveStreamableHttp, takeSseMessage } from '@/lib/mcp/transports'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { isStoredToolName } from '@/lib/shop/sellers/routes/route-address'
import { keepListedTools, listTools } from '@/lib/shop/sellers/routes/served-routes'
import { findShopName } from '@/lib/shop/sellers/shop'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import type { Goods } from '@/lib/site/demo/goods'
import type { Base } from './base'
import { listOwnTools, listTool } from './list-own'
import type { OpenBazaar } from './open-bazaar'
import type { OpenGate } from './open-gate'
import type { OpenShop } from './open-shop'
import { createStoredTools } from './stored-tools'

/** The MCP servers of this application, as handlers of the web's Request and Response. */
export type McpServers = {
  /** Everything: the tools sold here, and the discovery tools. */
  answer: (request: Request) => Promise<Response>
  answerShop: (handle: string, request: Request) => Promise<Response>
  answerDiscovery: (request: Request) => Promise<Response>
  /** Everything, for clients of the older HTTP and SSE transport: the stream, and the messages. */
  openStream: (request: Request) => Promise<Response>
  takeMessage: (request: Request) => Promise<Response>
  jobs: { name: string; intervalMs: number; run: () => Promise<void> }[]
}

/** The gate's tools, of the site and its shops, and the catalog's. */
type Over = Pick<OpenGate, 'gate' | 'site'> &
  Pick<OpenBazaar, 'catalog'> &
  Pick<OpenShop, 'sellers'> & { goods: Goods | null }

const HOW_TO_PAY =
  'A call that costs something answers with an error result whose structured content is an x402 PaymentRequired. ' +
  'Sign one of its options and call again with the payment payload in _meta["x402/payment"].'

/** Joins the site's own tools with the gate that sells them, and the discovery tools with the catalog. */
export function openMcp(base: Base, over: Over): McpServers {
  const { database, env, log } = base
  const { gate, site, goods, catalog, sellers } = over
  const fault: ServerFacts['fault'] = (error, toolName) => log.fault('An MCP tool failed', error, { toolName })
  const facts = { name: nameForPrograms(env.site.name), title: env.site.name, version: VERSION, fault }
  const discovery = openDiscoveryTools({ catalog, clock: systemClock, isDemo: env.isDemo })
  const toolGate = toToolGate(gate)
  const stored = createStoredTools(toolGate, sellers)
  const listStoredTools = createToolLister({ tools: stored.of(null), sellers, catalog, log })
  const siteTools = createSiteTools(
    toolGate,
    () => goods?.tools.map((tool) => tool(site)) ?? [],
    () => stored.offers(null),
  )
  const all = joinTools([siteTools, discovery, stored.of(null)])
  const shopFacts = { ...facts, instructions: `${HOW_TO_PAY} list_paid_tools says for free what costs how much.` }
  const hub = createSseHub(database, (error) => log.error({ err: error }, 'MCP streams could not be served'))
  return {
    answer: serve(shopFacts, all),
    async answerShop(handle, request) {
      const title = isShopHandle(handle) ? await findShopName(database, handle) : null
      if (title === null) return problemResponse({ code: 'not_found', detail: 'No shop has this name.' })
      const tools = joinTools([stored.of(handle), fixedTools([priceListTool(() => stored.offers(handle))])])
      return serve({ ...shopFacts, name: handle, title }, tools)(request)
    },
    openStream: (request) => openSse(hub, '/mcp/messages', request),
    takeMessage: (request) => takeSseMessage(database, shopFacts, all, request),
    jobs: [
      { name: 'list own MCP tools', intervalMs: 600_000, run: () => listOwnTools(siteTools, { catalog, log }) },
      { name: "list sellers' tools", intervalMs: 15_000, run: listStoredTools },
      { name: 'purge MCP streams', intervalMs: 60_000, run: () => purgeStreams(database) },
    ],
    answerDiscovery: serve(
      { ...facts, instructions: 'Find paid resources, and read what is known of one before paying.' },
      discovery,
    ),
  }
}

/** The discovery tools over the catalog. They share their limits with the same work over HTTP. */
export function openDiscoveryTools({
  catalog,
  ...parts
}: Parameters<typeof createDiscoveryTurns>[0] & { catalog: Catalog }): ToolSource {
  const takeTurn = createDiscoveryTurns(parts)
  return createDiscoveryTools({
    catalog: {
      search: async (parameters) => presentSearch(await catalog.search(parameters)),
      get: async (key) => {
        const found = await catalog.get(key)
        return found && presentDetail(found)
      },
      preflight: (resource) => catalog.preflight(resource),
    },
    countReading: async (caller) => (await takeTurn(caller, 'search'))?.retryAfterSeconds ?? null,
    countAsking: async (caller) => (await takeTurn(caller, 'preflight'))?.retryAfterSeconds ?? null,
  })
}

/** A name as an identifier: small letters and digits, joined by hyphens. */
const nameForPrograms = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'site'

/** Streamable HTTP: only POST, since the server sends nothing unasked. */
function serve(facts: ServerFacts, tools: ToolSource): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return mcpPreflight(['POST'])
    if (request.method !== 'POST') return mcpMethodNotAllowed(['POST'])
    return serveStreamableHttp(facts, tools, request)
  }
}

/** The latest changes that one look takes in; a tool beyond them is listed when it is paid for. */
const MAX_CHANGES = 200

/**
 * Keeps the catalog's entries of sellers' tools in step with their offers: new terms are listed, and tools no longer
 * offered are removed. Telling twice changes nothing, so every instance may do it.
 */
function createToolLister(parts: {
  tools: ToolSource
  sellers: SellersContext
  catalog: Catalog
  log: Logger
}): () => Promise<void> {
  const { tools, sellers, catalog, log } = parts
  const told = new Map<string, string>()

  return async () => {
    const latest = await listTools(sellers.database, { handle: null, limit: MAX_CHANGES })
    for (const { name, version, isListed } of latest) {
      if (!isListed || told.get(name) === version) continue
      const tool = await tools.find(name)
      if (tool) await listTool(tool, { catalog, log })
    }
    told.clear()
    for (const { name, version } of latest) told.set(name, version)
    const listed = (await catalog.listedOwnTools()).filter(({ toolName }) => isStoredToolName(toolName))
    const kept = await keepListedTools(
      sellers.database,
      listed.map(({ toolName }) => toolName),
    )
    for (const { key, toolName } of listed) if (!kept.has(toolName)) await catalog.removeOwn(key)
  }
}

/**
 * The site's own MCP tools: the paid ones that it can sell on its networks, and a free one that lists everything sold,
 * `findMore` included.
 */
function createSiteTools(
  gate: ToolGatePort,
  readOffers: () => ToolOffer[],
  findMore: () => Promise<ToolOffer[]> = async () => [],
): ToolSource {
  const offer = once(() => readOffers().filter(({ accepts }) => accepts.length > 0))
  const price = once(() => fixedTools(offer().map((offered) => priceTool(gate, offered))))
  const priceList = priceListTool(async () => [...(whileSold(offer) ?? []), ...(await findMore())])
  const paid: ToolSource = {
    list: async () => whileSold(price)?.list() ?? [],
    find: async (name) => whileSold(price)?.find(name) ?? null,
  }
  return joinTools([paid, fixedTools([priceList])])
}

/** Null while the facilitator has not said what it settles. */
function whileSold<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}

/** The gate for paid tools: each has a route that no HTTP request reaches. */
function toToolGate(gate: Gate): ToolGatePort {
  return {
    protect({ handler, routeKey, ...route }) {
      const key = routeKey ?? `POST /mcp/tools/${encodeURIComponent(route.toolName)}`
      const url = gate.publicOrigin + samplePath(key)
      const config = { ...route, mimeType: 'application/json' }
      const configure = () => config
      const gated = protect(async () => gate, key, configure, handler)
      return { url, answer: gated[parseRouteKey(key).method], terms: () => buildTerms(gate, key, config) }
    },
  }
}
