import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { JsonSchema } from '@/lib/base/x402/json-schema'
import type { PaidRoute, RouteSite } from '@/lib/gate/resource-server/route-config'
import type { PaidCall, ToolOffer } from '@/lib/mcp/price-tool'
import { errorText, structuredResult } from '@/lib/mcp/tool'
import { articleAt, articleOnSale, viewArticle } from './articles/article-goods'
import { articleRoute, produceOwn } from './articles/article-route'
import { articles, demoIcon, readArticleText } from './articles/articles'
import { MAXIMUM_SUMMARY_INPUT, summarize } from './summarize'
import { DEFAULT_CITY, findWeather, weatherCities } from './weather'

const weatherInput = z.object({ city: z.string().default(DEFAULT_CITY) })

/** JSON Schema of answers such as this one. */
const schemaOf = (answer: unknown): JsonSchema => {
  if (typeof answer !== 'object' || answer === null) return { type: typeof answer }
  const properties = Object.entries(answer).map(([name, value]) => [name, schemaOf(value)])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

const CITY_UNKNOWN = `No weather for that city. The demo knows ${weatherCities.join(', ')}. You were not charged.`

const weatherTool = (site: RouteSite): ToolOffer => ({
  name: 'get_weather',
  title: 'Weather of a city',
  description: 'Average weather of a city this month (demo data, not a forecast). Costs $0.001 per call, paid by x402.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string', description: `One of ${weatherCities.join(', ')}` } },
  },
  example: { city: DEFAULT_CITY },
  accepts: site.priced('exact', '$0.001'),
  resource: { tags: ['weather', 'demo'], iconUrl: demoIcon('weather') },
  signIn: { statement: 'Sign in to ask for the weather that you have paid for.' },
  outputSchema: schemaOf({ city: '', month: '', rainyDays: 0 }),
  run: async (input) => {
    const report = findWeather(weatherInput.parse(input).city, new Date())
    return report ? structuredResult(report) : errorText(CITY_UNKNOWN)
  },
})

/** $0.01 for each thousand characters that was begun. */
function chargeFor(characters: number, meter: PaidCall['meter']): void {
  meter.setAmount('0')
  for (let started = 0; started < characters; started += 1000) meter.charge('$0.01')
}

const summaryInput = z.object({ text: z.string() })
const aText = { text: 'A toll road is a road that you pay for by using it.' }
const textLimit = `At most ${MAXIMUM_SUMMARY_INPUT} characters`
const textSchema = {
  properties: { text: { type: 'string', maxLength: MAXIMUM_SUMMARY_INPUT, description: textLimit } },
  required: ['text'],
}

const summaryTool = (site: RouteSite): ToolOffer => ({
  name: 'summarize',
  title: 'Summary of a text',
  description:
    'The sentences that carry a text. Costs $0.01 per started 1,000 characters, at most $0.10, paid by x402 (upto).',
  inputSchema: { type: 'object', ...textSchema },
  example: aText,
  accepts: site.priced('upto', '$0.10'),
  resource: { tags: ['text', 'demo'], iconUrl: demoIcon('text') },
  run: async (input, { meter }) => {
    const { text } = summaryInput.parse(input)
    const summary = summarize(text)
    chargeFor(summary.characters, meter)
    return structuredResult(summary)
  },
})

/** $0.001 for a city's weather, at `/weather` of app/_server/plain-routes.ts; who paid may return by signing in. */
const weatherRoute: PaidRoute = {
  key: 'GET /weather',
  config: (site) => ({
    accepts: site.priced('exact', '$0.001'),
    description: 'Average weather of a city this month (demo data, not a forecast)',
    resource: { iconUrl: demoIcon('weather') },
    mimeType: 'application/json',
    query: ['city'],
    extensions: {
      'sign-in-with-x': { statement: 'Sign in to read the weather that you have paid for.' },
      bazaar: {
        discoverable: true,
        input: { city: DEFAULT_CITY },
        inputSchema: {
          queryParams: {
            city: { type: 'string', description: `One of ${weatherCities.join(', ')}`, required: false },
          },
        },
        outputSchema: schemaOf(findWeather(DEFAULT_CITY, new Date())),
      },
    },
  }),
  handler: (request) => {
    const city = new URL(request.url).searchParams.get('city') ?? DEFAULT_CITY
    const report = findWeather(city, new Date())
    if (report) return Response.json(report)
    return Response.json({ status: 404, code: 'city_unknown', detail: CITY_UNKNOWN }, { status: 404 })
  },
}

/** At most $0.10 for a summary, charged $0.01 per started 1,000 characters; an empty text costs nothing. */
const summaryRoute: PaidRoute = {
  key: 'POST /api/summarize',
  config: (site) => ({
    accepts: site.priced('upto', '$0.10'),
    description: 'The sentences that carry a text. Charged $0.01 per started 1,000 characters.',
    resource: { iconUrl: demoIcon('text') },
    mimeType: 'application/json',
    extensions: {
      bazaar: {
        discoverable: true,
        input: aText,
        inputSchema: textSchema,
        outputSchema: schemaOf(summarize('')),
      },
    },
  }),
  handler: async (request, { meter }) => {
    const input = summaryInput.safeParse(await request.json().catch(() => null))
    if (!input.success) return refuse(400, 'text_missing', 'Expected JSON such as {"text": "…"}.')
    const characters = [...input.data.text].length
    if (characters > MAXIMUM_SUMMARY_INPUT) {
      return refuse(413, 'text_too_long', `Expected at most ${MAXIMUM_SUMMARY_INPUT} characters, got ${characters}.`)
    }
    chargeFor(characters, meter)
    return Response.json(summarize(input.data.text))
  },
}

function refuse(status: number, code: string, expected: string): Response {
  return Response.json({ status, code, detail: `${expected} You were not charged.` }, { status })
}

const MAXIMUM = 1_000_000

/** A random number for $0.0001: so cheap that paying each call on chain would cost more than the call. */
const randomRoute: PaidRoute = {
  key: 'GET /api/random',
  config: (site) => ({
    accepts: site.priced('exact', '$0.0001'),
    manySmallCalls: true,
    description: `A random whole number from 0 to ${MAXIMUM.toLocaleString('en')}, by the system's own generator`,
    resource: { iconUrl: demoIcon('dice') },
    mimeType: 'application/json',
    extensions: {
      bazaar: {
        discoverable: true,
        input: {},
        inputSchema: { queryParams: {} },
        outputSchema: schemaOf({ number: 0, maximum: MAXIMUM }),
      },
    },
  }),
  handler: () => Response.json({ number: randomInt(MAXIMUM + 1), maximum: MAXIMUM }),
}

const people = [
  { id: '1', name: 'Ada Toller', role: 'Gatekeeper', joined: '2024-02-11' },
  { id: '2', name: 'Bruno Pike', role: 'Road surveyor', joined: '2024-05-30' },
  { id: '3', name: 'Chiara Voss', role: 'Bookkeeper', joined: '2025-01-07' },
  { id: '4', name: 'Dele Marsh', role: 'Bridge engineer', joined: '2025-08-19' },
]

/** $0.01 for one person of the demo's directory: a dynamic route, one catalog entry for all of them. */
const personRoute: PaidRoute = {
  key: 'GET /api/users/[userId]',
  samplePath: `/api/users/${people[0]?.id}`,
  config: (site) => ({
    accepts: site.priced('exact', '$0.01'),
    offersOnPages: true,
    description: 'A person in the demo directory (all of them invented)',
    resource: { iconUrl: demoIcon('people') },
    mimeType: 'application/json',
    extensions: {
      bazaar: { discoverable: true, outputSchema: schemaOf(people[0]) },
    },
  }),
  handler: (_request, { params }) => {
    const person = people.find(({ id }) => id === params.userId)
    if (person) return Response.json(person)
    const detail = `No such person. The directory has ${people.map(({ id }) => id).join(', ')}. You were not charged.`
    return Response.json({ status: 404, code: 'person_unknown', detail }, { status: 404 })
  },
}

/** Free for every wallet that signs in: no payment option, only a signature. */
const profileRoute: PaidRoute = {
  key: 'GET /api/profile',
  config: (site) => ({
    accepts: [],
    description: 'What this site knows of your wallet',
    mimeType: 'application/json',
    extensions: {
      'sign-in-with-x': { network: site.signInNetworks, statement: 'Sign in to see your profile. Nothing is paid.' },
    },
  }),
  handler: (_request, { buyer }) => Response.json({ address: buyer.kind === 'payment' ? buyer.payer : buyer.address }),
}

const routes: readonly PaidRoute[] = [
  weatherRoute,
  randomRoute,
  personRoute,
  profileRoute,
  summaryRoute,
  ...articles.map(articleRoute),
]

export const goods = {
  routes,
  tools: [weatherTool, summaryTool],
  articles: {
    all: articles,
    at: articleAt,
    onSale: articleOnSale,
    view: viewArticle,
    readText: readArticleText,
    produce: produceOwn,
  },
}

export type Goods = typeof goods
