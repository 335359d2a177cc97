import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import type { JudgedSearch } from '@/development/bench/search-grade'
import { answer402, challenge, createShippedWorld } from '@/development/testing/catalog-world'
import type { Board } from './find-board'

type Found = { resources: { metadata: { turnpike: { key: string } } }[]; pagination: { total: number } }

const world = await createShippedWorld()
const origin = await world.serve((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  answer402(response, challenge({ resource: { description: `Weather of the town ${pathname}` } }))
})
for (const town of ['Oslo', 'Lisbon', 'Tokyo']) {
  world.advance(3_000)
  expect(await world.catalog.probe({ url: `${origin}/${town}` })).toMatchObject({ status: 'success' })
}
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

it('has for searches as people write them what the search endpoint finds, in its order', async () => {
  const lines = (await readFile('prisma/seed/catalog/judged-searches.jsonl', 'utf8')).split('\n')
  for (const line of lines.filter((_, at) => at % 3 === 0).slice(0, 10)) {
    const { query } = JSON.parse(line) as JudgedSearch
    const url = `http://localhost/search?${new URLSearchParams({ query, limit: '40' })}`
    const found = (await (await world.catalog.http.search(new Request(url))).json()) as Found
    const { entries, total } = await board({ query })
    const keys = found.resources.map(({ metadata }) => metadata.turnpike.key)
    expect([query, total, ...entries.map(({ key }) => key)]).toEqual([query, found.pagination.total, ...keys])
    expect([query, keys.length]).not.toEqual([query, 0])
  }
})
