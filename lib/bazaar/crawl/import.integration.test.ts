import { HTTPFacilitatorClient } from '@x402/core/server'
import { withBazaar } from '@x402/extensions/bazaar'
import { afterAll, describe, expect, it } from 'vitest'
import { createShippedWorld } from '@/development/testing/catalog-world'
import { presentList } from '../browse/present-entry'
import type { Entry, EntryOption } from '../entry/entry'
import { parseListing } from '../ingest/parse-listing'
import { saveEntries } from '../ingest/save-entries'
import { readSnapshot } from '../ingest/snapshot'

const world = await createShippedWorld()
const facilitatorUrl = await world.serveFacilitator()
afterAll(() => world.stop())

const stock = () => withBazaar(new HTTPFacilitatorClient({ url: facilitatorUrl })).extensions.bazaar

describe('the shipped listings', () => {
  it('are each listed, or refused with a reason', async () => {
    const rows = (await readSnapshot()).filter(({ source }) => !/ecosystem page|partners data/.test(source.origin))
    const faults = rows.map((row) => parseListing(row)).flatMap((parsed) => (parsed.ok ? [] : [parsed.code]))
    expect(faults).not.toContain(undefined)
    // Two rows are the same resource with the same method.
    expect((await world.catalog.list({})).pagination.total).toBe(rows.length - faults.length - 1)
  })

  it('are shown as imported and unverified, and their unknown prices as unknown', async () => {
    const list = await world.catalog.list({ limit: '1000' })
    const { items } = list
    expect(new Set(items.map(({ source }) => source))).toEqual(new Set(['imported']))
    expect(new Set(items.map(({ verification }) => verification))).toEqual(new Set(['unverified']))
    const amounts = presentList(list).items.flatMap(({ accepts }) => accepts.map(({ amount }) => amount))
    expect(amounts).toContain(undefined)
    expect(amounts.every((amount) => amount === undefined || /^\d+$/.test(amount))).toBe(true)
  })
})

describe('a stock client', () => {
  it('lists, and both generations of readers find price and input', async () => {
    const { items, pagination } = await stock().listResources({ type: 'http', limit: 50, network: 'eip155:8453' })
    expect(items).toHaveLength(50)
    expect(pagination.total).toBeGreaterThan(1_000)
    for (const item of items) {
      const read = item as unknown as {
        discoveryInfo: { input: unknown }
        accepts: { amount?: string; maxAmountRequired?: string; outputSchema: { input: unknown } }[]
      }
      for (const accept of read.accepts) {
        expect(accept.maxAmountRequired).toBe(accept.amount)
        expect(accept.outputSchema.input).toEqual(read.discoveryInfo.input)
      }
    }
  })

  it('searches, and pages by cursor without gaps or repeats', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await stock().search({ query: 'crypto token price', limit: 10, ...(cursor && { cursor }) })
      seen.push(
        ...page.resources.map((resource) =>
          JSON.stringify([
            resource.resource,
            resource.accepts,
            (resource as unknown as { discoveryInfo: unknown }).discoveryInfo,
          ]),
        ),
      )
      cursor = page.pagination?.cursor ?? undefined
    } while (cursor && seen.length < 60)
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  })
})

it('the list is ordered by time and key, and pages cover it exactly once', async () => {
  const keys: string[] = []
  for (let offset = 0; ; offset += 1_000) {
    const { items } = await world.catalog.list({ limit: '1000', offset: String(offset) })
    keys.push(...items.map(({ lastUpdatedAt, key }) => `${lastUpdatedAt.toISOString()} ${key}`))
    if (items.length < 1_000) break
  }
  const { pagination } = await world.catalog.list({})
  expect(new Set(keys).size).toBe(pagination.total)
  expect(keys.map((key) => key.slice(0, 24))).toEqual(
    keys
      .map((key) => key.slice(0, 24))
      .sort()
      .reverse(),
  )
})

const payee = '0x7be9Cf559dceA961cDA4b3118445B9dCC5aF4A40'

describe('the search', () => {
  const prices = (options: EntryOption[]) =>
    options.map(({ amountAtomic }) => (amountAtomic === null ? null : Number(amountAtomic)))

  it.each<[string, Record<string, string>, (entry: Entry) => boolean]>([
    ['type', { type: 'mcp' }, ({ type }) => type === 'mcp'],
    ['scheme', { scheme: 'upto' }, ({ options }) => options.some(({ scheme }) => scheme === 'upto')],
    ['network', { network: 'solana:*' }, ({ options }) => options.some(({ network }) => network.startsWith('solana:'))],
    ['payTo', { payTo: payee.toLowerCase() }, ({ options }) => options.some(({ payTo }) => payTo === payee)],
    ['extensions', { extensions: 'bazaar' }, ({ extensions }) => extensions?.bazaar !== undefined],
    ['tags', { tags: 'Crypto' }, ({ tags }) => tags?.some((tag) => tag.toLowerCase() === 'crypto') === true],
  ])('keeps to the filter %s', async (_, filter, fits) => {
    const { pagination } = await world.catalog.list(filter)
    const { resources } = await world.catalog.search({ query: 'cheapest', limit: '100', ...filter })
    expect(resources.length > 0).toBe(pagination.total > 0)
    expect(resources.filter((entry) => !fits(entry))).toEqual([])
  })

  it('puts the cheapest first among what fits', async () => {
    const { resources } = await world.catalog.search({ query: 'cheapest weather forecast', limit: '5' })
    const lowest = resources.map(({ options }) => Math.min(...prices(options).map((price) => price ?? Infinity)))
    expect(lowest).toEqual([...lowest].sort((a, b) => a - b))
    for (const { resource, description } of resources) expect(`${resource} ${description}`).toMatch(/weather|天气/i)
  })

  it('leaves out what can only be paid where it shall not be', async () => {
    const { resources } = await world.catalog.search({ query: 'weather but not on base', limit: '100' })
    expect(resources.length).toBeGreaterThan(0)
    for (const { options } of resources)
      expect(options.some(({ network }) => !['eip155:8453', 'eip155:84532'].includes(network))).toBe(true)
  })

  it.each(['wea', 'transl', 'crypto pri', 'weather in l'])('finds while "%s" is being typed', async (query) => {
    const { resources, partialResults } = await world.catalog.search({ query, limit: '5' })
    expect(partialResults).toBeUndefined()
    const wanted = { w: /weather/i, t: /translat/i, c: /price/i }[query.slice(0, 1)] ?? /./
    expect(resources[0] && `${resources[0].resource} ${resources[0].description}`).toMatch(wanted)
  })

  it('lets only parameters limit: below few results that the words limit stands the rest', async () => {
    const read = async (parameters: Record<string, string>) => (await world.catalog.search(parameters)).resources
    const typesOf = async (parameters: Record<string, string>) =>
      new Set((await read(parameters)).map(({ type }) => type))
    expect(await typesOf({ query: 'mcp tool for weather', type: 'http' })).toEqual(new Set(['http']))
    expect(await typesOf({ query: 'mcp tool that inspects a 3D model', type: 'mcp' })).toEqual(new Set(['mcp']))
    const [first] = await read({ query: 'mcp tool that searches the web' })
    expect(`${first?.resource} ${first?.description}`).toMatch(/search/i)
  })

  it('finds by token and by wallet without words', async () => {
    const [some] = (await world.catalog.search({ query: 'weather', limit: '1' })).resources
    const { asset = '', payTo = '' } = some?.options.find((option) => option.payTo !== '') ?? {}
    const all: Record<string, string>[] = [
      { asset: asset.toUpperCase() },
      { payTo },
      { asset, payTo, query: 'weather' },
    ]
    for (const parameters of all) {
      const { resources } = await world.catalog.search({ limit: '100', ...parameters })
      expect(resources.length).toBeGreaterThan(0)
      for (const { options } of resources)
        expect(
          options.some((option) =>
            'asset' in parameters ? option.asset.toLowerCase() === asset.toLowerCase() : option.payTo === payTo,
          ),
        ).toBe(true)
    }
    expect((await world.catalog.search({ asset: 'none' })).resources).toEqual([])
  })

  it.each([
    "'; drop table catalog_entries; --",
    "a' | b & !c:*",
    '\\',
    '%_%',
    '(((((',
    '🦊 🦊',
    '\u202eevil',
    '<script>alert(1)</script>',
    "o'reilly’s",
    '天气 & news',
    'a '.repeat(150),
    "'':: '' ::tsquery",
  ])('survives the query %j', async (query) => {
    const { resources } = await world.catalog.search({ query })
    expect(Array.isArray(resources)).toBe(true)
  })

  it('obeys maxUsdPrice beside what the words say, whichever is tighter', async () => {
    const { resources } = await world.catalog.search({ query: 'crypto price under 5 cents', maxUsdPrice: '0.001' })
    expect(resources.length).toBeGreaterThan(0)
    for (const { options } of resources)
      expect(prices(options).some((price) => price !== null && price <= 1_000)).toBe(true)
  })
})

it('an entry of which little is known leaves out what nobody has said, for programs and pages', async () => {
  const resource = 'https://bare.example.com/data'
  const option = { scheme: 'exact', network: 'eip155:8453' }
  const input = { type: 'http', method: 'BREW', queryParams: { city: 'Oslo' } }
  const parsed = parseListing({ resource, x402Version: 2, accepts: [option], discoveryInfo: { input } })
  if (!parsed.ok) throw new Error(parsed.code)
  const provenance = { source: 'imported' as const, sourceLabel: 'list', verification: 'unverified' as const }
  await saveEntries(world.database, [{ draft: parsed.draft, provenance }], world.deps.clock())
  const { items } = await stock().listResources({ limit: 1 })
  const known = { type: 'http', queryParams: { city: 'Oslo' } }
  expect(items[0]).toMatchObject({ resource, discoveryInfo: { input: known } })
  expect(items[0]?.accepts).toEqual([
    { ...option, extra: {}, resource, description: '', mimeType: '', outputSchema: { input: known, output: null } },
  ])
  const found = await world.catalog.get(`ANY ${resource}`)
  expect(found?.entry).toMatchObject({ method: null, input: known, options: [{ timeoutSeconds: null }] })
})
