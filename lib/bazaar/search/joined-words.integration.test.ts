import { afterAll, expect, it } from 'vitest'
import { createShippedWorld } from '@/development/testing/catalog-world'
import { searchEntries } from './search-entries'

const world = await createShippedWorld()
afterAll(() => world.stop())

const find = (query: string) => searchEntries(world.database, { query })
const keysOf = async (query: string) => (await find(query)).resources.map(({ key }) => key)

it.each([
  ['gasprice', 'gas price'],
  ['blocknumber', 'block number'],
])('finds by %s, which nothing is called, what "%s" finds', async (joined, apart) => {
  const [first, ...others] = await keysOf(joined)
  expect(await keysOf(apart)).toEqual([first, ...others])
  expect(first).toMatch(new RegExp(apart.replace(' ', '[/-]')))
})

it('shows the topic as it was written', async () => {
  expect((await find('gasprice')).understood.topic).toBe('gasprice')
})

it('leaves a word whole that some entry holds', async () => {
  const wholes = await keysOf('smartmoney')
  expect(wholes.length).toBeGreaterThan(0)
  expect(wholes.filter((key) => !key.includes('smartmoney'))).toEqual([])
})

it('says so when neither the word nor any cut of it is known', async () => {
  const found = await find('qqzzvvkkw')
  expect(found.partialResults).toBe(true)
  expect(found.resources).toEqual([])
})
