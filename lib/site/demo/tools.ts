import { z } from 'zod'
import type { ToolOffer } from '@/lib/mcp/price-tool'
import { errorText, structuredResult } from '@/lib/mcp/tool-results'
import { MAXIMUM_SUMMARY_INPUT, summarize } from './summarize'
import { DEFAULT_CITY, findWeather, weatherCities } from './weather'

type Site = { priced: (scheme: 'exact' | 'upto', price: string) => ToolOffer['accepts'] }

const weatherInput = z.object({ city: z.string().default(DEFAULT_CITY) })

export const weatherTool = (site: Site): ToolOffer => ({
  name: 'get_weather',
  title: 'Weather of a city',
  description: 'Average weather of a city this month (demo data, not a forecast). Costs $0.001 per call, paid by x402.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string', description: `One of ${weatherCities.join(', ')}` } },
  },
  example: { city: DEFAULT_CITY },
  accepts: site.priced('exact', '$0.001'),
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

export const summaryTool = (site: Site): ToolOffer => ({
  name: 'summarize',
  title: 'Summary of a text',
  description:
    'The sentences that carry a text. Costs $0.01 per started 1,000 characters, at most $0.10, paid by x402 (upto).',
  inputSchema: {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        maxLength: MAXIMUM_SUMMARY_INPUT,
        description: `At most ${MAXIMUM_SUMMARY_INPUT} characters`,
      },
    },
    required: ['text'],
  },
  example: { text: 'A toll road is a road that you pay for by using it.' },
  accepts: site.priced('upto', '$0.10'),
  resource: { tags: ['text', 'demo'] },
  run: async (input, { meter }) => {
    const { text } = summaryInput.parse(input)
    meter.setAmount('0')
    const summary = summarize(text)
    for (let started = 0; started < summary.characters; started += 1000) meter.charge('$0.01')
    return structuredResult(summary)
  },
})
