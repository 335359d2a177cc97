import { z } from 'zod'
import { maximumSummaryInput, summarize } from '@/lib/demo/summarize'
import { defaultCity, findWeather, weatherCities } from '@/lib/demo/weather'
import type { ToolGatePort } from '@/lib/mcp/ports'
import { priceTool, type ToolOffer } from '@/lib/mcp/price-tool'
import { fixedTools, type FreeTool, joinTools, type ToolSource } from '@/lib/mcp/tool'
import { errorText, structuredResult } from '@/lib/mcp/tool-results'
import { isOutage } from '@/lib/resource-server/ports'
import type { Shop } from './protect'

/** The shop's own MCP tools: two paid ones, and a free one that says what is sold, `findMore` included. */
export function createShopTools(
  gate: ToolGatePort,
  shop: Shop,
  findMore: () => Promise<ToolOffer[]> = async () => [],
): ToolSource {
  const offer = once(() => [weatherTool(shop), summaryTool(shop)])
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

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

const weatherInput = z.object({ city: z.string().default(defaultCity) })

const weatherTool = (shop: Shop): ToolOffer => ({
  name: 'get_weather',
  title: 'Weather of a city',
  description: 'Average weather of a city this month (demo data, not a forecast). Costs $0.001 per call, paid by x402.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string', description: `One of ${weatherCities.join(', ')}` } },
  },
  example: { city: defaultCity },
  accepts: shop.priced('exact', '$0.001'),
  resource: { tags: ['weather', 'demo'] },
  signIn: { statement: 'Sign in to ask for the weather that you have paid for.' },
  outputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, month: { type: 'string' }, rainyDays: { type: 'number' } },
  },
  run: async (input) => {
    const report = findWeather(weatherInput.parse(input).city, new Date())
    if (report) return structuredResult(report)
    return errorText(`No weather for that city. The demo knows ${weatherCities.join(', ')}. You were not charged.`)
  },
})

const summaryInput = z.object({ text: z.string() })

const summaryTool = (shop: Shop): ToolOffer => ({
  name: 'summarize',
  title: 'Summary of a text',
  description:
    'The sentences that carry a text. Costs $0.01 per started 1,000 characters, at most $0.10, paid by x402 (upto).',
  inputSchema: {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        maxLength: maximumSummaryInput,
        description: `At most ${maximumSummaryInput} characters`,
      },
    },
    required: ['text'],
  },
  example: { text: 'A toll road is a road that you pay for by using it.' },
  accepts: shop.priced('upto', '$0.10'),
  resource: { tags: ['text', 'demo'] },
  run: async (input, { meter }) => {
    const { text } = summaryInput.parse(input)
    meter.setAmount('0')
    const summary = summarize(text)
    for (let started = 0; started < summary.characters; started += 1000) meter.charge('$0.01')
    return structuredResult(summary)
  },
})

/** What is sold, on which networks and for how much, for callers that cannot read a challenge yet. */
export function priceListTool(findOffers: () => Promise<ToolOffer[]>): FreeTool {
  return {
    kind: 'free',
    name: 'list_paid_tools',
    title: 'What is sold here',
    description: 'The paid tools of this server with their prices and networks. Free.',
    inputSchema: { type: 'object', properties: {} },
    run: async () => structuredResult({ tools: (await findOffers()).map(toPriceEntry) }),
  }
}

const toPriceEntry = ({ name, description, accepts, example }: ToolOffer) => ({
  name,
  description,
  prices: accepts.map(({ scheme, price, network }) => ({ scheme, price, network })),
  example,
})
