import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer402, type CatalogWorld, challenge, createShippedWorld } from '@/development/testing/catalog-world'
import type { Board } from './find-board'

let world: CatalogWorld
let origin: string

beforeAll(async () => {
  world = await createShippedWorld()
  origin = await world.serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    answer402(response, challenge({ resource: { description: `Weather of the town ${pathname}` } }))
  })
  for (const town of ['Oslo', 'Lisbon', 'Tokyo']) {
    world.advance(3_000)
    expect(await world.catalog.probe({ url: `${origin}/${town}` })).toMatchObject({ status: 'success' })
  }
})
afterAll(() => world.stop())

const board = async (parameters: Record<string, string>): Promise<Board> => {
  const found = await world.catalog.board(parameters)
  if (found.kind === 'refused') throw new Error('Refused')
  return found
}

it('lists all of the catalog in the order of the list endpoint, also what does not answer or has no price', async () => {
  const { entries, total, facets } = await board({})
  const list = await world.catalog.list({ sort: 'used', limit: '20' })
  expect(entries.map(({ key }) => key)).toEqual(list.items.map(({ key }) => key))
  expect(total).toBe(list.pagination.total)
  expect(facets.health.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  expect(entries.slice(0, 4).map(({ verification }) => verification)).toEqual(['live', 'live', 'live', 'unverified'])
})

const searches = ['weather', 'weather under 1 cent on base', 'find flights from berlin to lisbon']
it.each(searches)('has what the search endpoint finds for "%s", in its order', async (query) => {
  const plain = await world.catalog.search({ query, limit: '40' })
  const { entries, total, understood } = await board({ query })
  expect(entries.map(({ key }) => key)).toEqual(plain.resources.map(({ key }) => key))
  expect([total, understood]).toEqual([plain.pagination.total, plain.understood])
})
