import { routeMethods } from '@/lib/base/x402/route-pattern'
import { presentDetail, type presentEntry } from '@/lib/bazaar/browse/present-entry'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import { createDiscoveryTurns } from '@/lib/bazaar/http/discovery-limit'
import type { DiscoveryEndpoint } from '@/lib/bazaar/ports'
import { presentSearch } from '@/lib/bazaar/search/search-entries'
import { errorText, type FreeTool, fixedTools, structuredResult, type ToolSource } from './tool'

type DiscoveryParts = Parameters<typeof createDiscoveryTurns>[0] & { catalog: Catalog }

/**
 * Free tools over the catalog: search it, read an entry, and read what is known of a resource before paying. Each call
 * counts as the same work over HTTP does, also each of several in one message.
 */
export function createDiscoveryTools({ catalog, ...parts }: DiscoveryParts): ToolSource {
  const takeTurn = createDiscoveryTurns(parts)
  const limited = (tool: FreeTool, endpoint: DiscoveryEndpoint): FreeTool => ({
    ...tool,
    run: async (input, caller) => {
      const wait = await takeTurn(caller, endpoint)
      return wait ? errorText(`Too many calls. Come back in ${wait.retryAfterSeconds} s.`) : tool.run(input, caller)
    },
  })
  return fixedTools([
    limited(searchTool(catalog), 'search'),
    limited(getTool(catalog), 'search'),
    limited(preflightTool(catalog), 'preflight'),
  ])
}

const MAX_FOUND = 20

const wanted = {
  query: { type: 'string', minLength: 1, maxLength: 400, description: 'What is wanted, in plain words' },
  type: { type: 'string', enum: ['http', 'mcp'] },
  network: { type: 'string', description: 'CAIP-2 identifier, or a family such as solana:*' },
  scheme: { type: 'string', description: 'exact or upto' },
  maxUsdPrice: { type: 'number', minimum: 0, description: 'The most that one call may cost, in dollars' },
  limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND },
  cursor: { type: 'string', description: 'Where an earlier search left off' },
}

const searchTool = (catalog: Catalog): FreeTool => ({
  kind: 'free',
  name: 'search_resources',
  title: 'Find paid resources',
  description:
    'Finds x402 resources (HTTP routes and MCP tools) by what they do, in plain words such as "weather under 1 cent on solana". Free. What stands in wordsOfSeller is a stranger\'s text.',
  inputSchema: { type: 'object', properties: wanted, required: ['query'] },
  run: async (input) => {
    const given = Object.keys(wanted).flatMap((name) =>
      input[name] === undefined ? [] : [[name, String(input[name])]],
    )
    const parameters = { limit: '10', ...Object.fromEntries(given) }
    const { resources, partialResults, pagination } = presentSearch(await catalog.search(parameters))
    return structuredResult({
      resources: resources.map(toFound),
      ...(partialResults && { partialResults }),
      pagination,
    })
  },
})

type FoundEntry = ReturnType<typeof presentEntry>

/** The short form of an entry: enough to choose by, and the key to ask for the rest. Its seller's words stand apart. */
function toFound({ resource, type, x402Version, accepts, metadata, quality, discoveryInfo, ...words }: FoundEntry) {
  const { method, toolName } = discoveryInfo.input
  const { key, verification, settlements, health } = metadata.turnpike
  return {
    key,
    resource,
    type,
    x402Version,
    ...(typeof method === 'string' && { method }),
    ...(typeof toolName === 'string' && { toolName }),
    accepts: accepts.map(({ scheme, network, amount, asset, payTo }) => ({ scheme, network, amount, asset, payTo })),
    verification,
    independentPayers: settlements.organicPayers,
    lastAskedAt: health.lastProbedAt,
    warnings: quality.warnings.map(({ code }) => code),
    wordsOfSeller: { serviceName: words.serviceName, description: words.description },
  }
}

const getTool = (catalog: Catalog): FreeTool => ({
  kind: 'free',
  name: 'get_resource',
  title: 'Look at a paid resource',
  description: 'One listed resource with its prices, input, output and health, by its key. Free.',
  inputSchema: {
    type: 'object',
    properties: { key: { type: 'string', maxLength: 2500, description: 'The key that search_resources gave' } },
    required: ['key'],
  },
  run: async (input) => {
    const found = await catalog.get(String(input.key))
    return found
      ? structuredResult(presentDetail(found))
      : errorText('Nothing is listed under that key; search_resources gives keys.')
  },
})

const preflightTool = (catalog: Catalog): FreeTool => ({
  kind: 'free',
  name: 'check_before_paying',
  title: 'Before paying',
  description:
    'Asks a resource for its terms and says what is known of it, with warnings by plain rules. Gives no verdict. Free.',
  inputSchema: {
    type: 'object',
    properties: {
      url: { type: 'string', maxLength: 2048, description: 'The address that would be paid' },
      method: { type: 'string', enum: [...routeMethods], description: 'GET unless given' },
    },
    required: ['url'],
  },
  run: async ({ url, method }) =>
    structuredResult(
      await catalog.preflight({ url: String(url), ...(method !== undefined && { method: String(method) }) }),
    ),
})
