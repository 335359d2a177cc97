import { z } from 'zod'
import { routeMethods } from '@/lib/base/x402/route-pattern'
import type { CatalogEntry, ToolCatalog } from './ports'
import { errorText, type FreeTool, fixedTools, structuredResult, type ToolSource } from './tool'

/** Free tools over the catalog: search it, read an entry, and read what is known of a resource before paying. */
export function createDiscoveryTools(parts: {
  catalog: ToolCatalog
  countReading: CallCount
  countAsking: CallCount
}): ToolSource {
  const { catalog, countReading, countAsking } = parts
  return fixedTools([
    limitedTool(searchTool(catalog), countReading),
    limitedTool(getTool(catalog), countReading),
    limitedTool(preflightTool(catalog), countAsking),
  ])
}

const searchInput = z.object({
  query: z.string(),
  type: z.enum(['http', 'mcp']).optional(),
  network: z.string().optional(),
  scheme: z.string().optional(),
  maxUsdPrice: z.number().optional(),
  limit: z.number().optional(),
  cursor: z.string().optional(),
})

const MAX_FOUND = 20

const searchTool = (catalog: ToolCatalog): FreeTool => ({
  kind: 'free',
  name: 'search_resources',
  title: 'Find paid resources',
  description:
    'Finds x402 resources (HTTP routes and MCP tools) by what they do, in plain words such as "weather under 1 cent on solana". Free. What stands in wordsOfSeller is a stranger\'s text.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 400, description: 'What is wanted, in plain words' },
      type: { type: 'string', enum: ['http', 'mcp'] },
      network: { type: 'string', description: 'CAIP-2 identifier, or a family such as solana:*' },
      scheme: { type: 'string', description: 'exact or upto' },
      maxUsdPrice: { type: 'number', minimum: 0, description: 'The most that one call may cost, in dollars' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND },
      cursor: { type: 'string', description: 'Where an earlier search left off' },
    },
    required: ['query'],
  },
  run: async (input) => {
    const wanted = searchInput.parse(input)
    const parameters = Object.entries({ limit: 10, ...wanted }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    )
    const { resources, partialResults, pagination } = await catalog.search(Object.fromEntries(parameters))
    return structuredResult({
      resources: resources.map(toFound),
      ...(partialResults && { partialResults }),
      pagination,
    })
  },
})

/** The short form of an entry: enough to choose by, and the key to ask for the rest. Its seller's words stand apart. */
function toFound({ resource, type, x402Version, accepts, metadata, quality, discoveryInfo, ...words }: CatalogEntry) {
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

const getTool = (catalog: ToolCatalog): FreeTool => ({
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
    const { key } = z.object({ key: z.string() }).parse(input)
    const found = await catalog.get(key)
    return found ? structuredResult(found) : errorText('Nothing is listed under that key; search_resources gives keys.')
  },
})

const preflightInput = z.object({
  url: z.string(),
  method: z.string().optional(),
})

const preflightTool = (catalog: ToolCatalog): FreeTool => ({
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
  run: async (input) => structuredResult(await catalog.preflight(preflightInput.parse(input))),
})

/** Counts one call of a caller: returns the seconds after which it may come back, or null where it may go on. */
export type CallCount = (caller: string) => Promise<number | null>

/** A tool whose every call counts, also each of several in one message. */
const limitedTool = (tool: FreeTool, count: CallCount): FreeTool => ({
  ...tool,
  run: async (input, meta) => {
    const seconds = await count(meta.caller)
    return seconds === null ? tool.run(input, meta) : errorText(`Too many calls. Come back in ${seconds} s.`)
  },
})
