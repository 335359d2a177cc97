import { afterAll, expect, test } from 'vitest'
import { createShippedWorld } from '@/development/testing/catalog-world'
import type { Entry } from '../entry/entry'
import type { Facets } from './facets'
import { listEntries } from './list-entries'

const world = await createShippedWorld()
afterAll(() => world.stop())

const total = async (parameters: Record<string, string>) =>
  (await world.catalog.list({ ...parameters, limit: '1' })).pagination.total

const facetsOf = async (parameters: Record<string, string>): Promise<Facets> => {
  const { facets } = await world.catalog.list({ ...parameters, limit: '1', facets: 'true' })
  if (!facets) throw new Error('No facets')
  return facets
}

test('every count of the list is what choosing that value leaves', async () => {
  const choices: Record<string, string>[] = [
    {},
    { network: 'eip155:8453', type: 'http' },
    { maxUsdPrice: '0.01', tags: 'data' },
    { network: 'solana:*', maxUsdPrice: '0.1', scheme: 'exact' },
  ]
  for (const chosen of choices) {
    const facets = await facetsOf(chosen)
    for (const [name, values] of Object.entries(facets)) {
      for (const { value, count } of values.slice(0, 2)) {
        expect([chosen, name, value, await total({ ...chosen, [name]: value })]).toEqual([chosen, name, value, count])
      }
    }
  }
})

test('prices count on the chosen network only', async () => {
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const { items } = await world.catalog.list({ network, maxUsdPrice: '0.01', limit: '1000' })
  expect(items.length).toBeGreaterThan(10)
  for (const { options } of items) {
    const fitting = options.filter((one) => one.network === network && Number(one.amountAtomic) <= 10_000)
    expect(fitting.length).toBeGreaterThan(0)
  }
})

test('lists the cheapest first, unknown prices last, and turns pages in that order', async () => {
  const cheapest = async (parameters: Record<string, string>) => {
    const { items } = await world.catalog.list({ sort: 'price', ...parameters })
    const keys = items.map(({ key }) => key)
    const documents = await world.database.catalogDocument.findMany({
      where: { key: { in: keys } },
      select: { key: true, minMicroDollars: true },
    })
    const prices = new Map(documents.map(({ key, minMicroDollars }) => [key, minMicroDollars]))
    return keys.map((key) => prices.get(key) ?? null)
  }
  const first = await cheapest({ limit: '200' })
  const second = await cheapest({ limit: '200', offset: '200' })
  const known = [...first, ...second].filter((price) => price !== null)
  expect(known.length).toBeGreaterThan(300)
  expect(known).toEqual([...known].sort((a, b) => Number(a - b)))
  const size = await total({})
  expect(await cheapest({ limit: '5', offset: String(size - 5) })).toEqual([null, null, null, null, null])
})

test('a search counts what it found and sorts what fits', async () => {
  const query = 'weather forecast'
  const found = await world.catalog.search({ query, limit: '100', facets: 'true' })
  const { facets } = found
  if (!facets) throw new Error('No facets')
  for (const name of ['type', 'health'] as const) {
    expect(facets[name].reduce((sum, { count }) => sum + count, 0)).toBe(found.pagination.total)
  }
  const [cheapStep] = facets.maxUsdPrice
  const isCheap = ({ options }: Entry) =>
    options.some(({ amountAtomic }) => amountAtomic !== null && amountAtomic <= 1_000n)
  expect(cheapStep).toEqual({ value: '0.001', count: found.resources.filter(isCheap).length })
  expect(found.pagination.total).toBe(found.resources.length)
  const cheapest = await world.catalog.search({ query, sort: 'price', limit: '100' })
  const prices = cheapest.resources.map(({ options }) =>
    Math.min(...options.map(({ amountAtomic }) => Number(amountAtomic ?? Infinity))),
  )
  expect(prices.length).toBeGreaterThan(3)
  expect(cheapest.resources.length).toBeLessThanOrEqual(found.resources.length)
  const newest = await world.catalog.search({ query, sort: 'newest' })
  const dates = newest.resources.map(({ firstSeenAt }) => firstSeenAt.toISOString())
  expect(dates).toEqual([...dates].sort().reverse())
})

test('a cursor belongs to the order that it was given in', async () => {
  const first = await world.catalog.search({ query: 'weather', sort: 'newest', limit: '2' })
  const cursor = first.pagination.cursor ?? ''
  await expect(world.catalog.search({ query: 'weather', sort: 'newest', limit: '2', cursor })).resolves.toBeTruthy()
  const refusals: Record<string, string>[] = [{ query: 'weather', limit: '2', cursor }, { query: 'x'.repeat(401) }]
  for (const refused of refusals)
    await expect(world.catalog.search(refused)).rejects.toMatchObject({ code: 'INVALID_PARAMETER' })
})

test.each([
  ['sort', 'random'],
  ['x402Version', '3'],
  ['limit', '0'],
  ['limit', '1001'],
  ['limit', 'x'],
  ['offset', '-1'],
  ['type', 'ftp'],
  ['health', 'poorly'],
  ['facets', 'maybe'],
  ['maxUsdPrice', '-1'],
  ['maxUsdPrice', 'NaN'],
])('refuses %s=%s by name', async (name, value) => {
  const refused = { code: 'INVALID_PARAMETER', message: expect.stringContaining(name) }
  await expect(world.catalog.list({ [name]: value })).rejects.toMatchObject(refused)
  if (name === 'offset' || value === 'maybe') return
  await expect(world.catalog.search({ query: 'weather', [name]: value })).rejects.toMatchObject(refused)
})

test('lists the same whether matches are sorted at once, or the first looked for in the order', async () => {
  const narrowed: Record<string, string>[] = [{}, { network: 'solana:*' }, { maxUsdPrice: '0.001' }]
  for (const sort of ['updated', 'newest', 'price', 'used'])
    for (const parameters of narrowed) {
      const keys = async (bounds?: { few: number; many: number }) =>
        (await listEntries(world.database, { ...parameters, sort, offset: '40' }, bounds)).items.map(({ key }) => key)
      const [sorted, looked, far] = [
        await keys(),
        await keys({ few: 30, many: 10_000 }),
        await keys({ few: 1, many: 1 }),
      ]
      expect([looked, far]).toEqual([sorted, sorted])
      expect(sorted.length).toBeGreaterThan(9)
    }
})
