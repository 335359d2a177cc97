import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fillCatalog } from '@/development/bench/fill-catalog'
import { type CatalogWorld, createCatalogWorld } from '@/development/testing/catalog-world'
import { sql } from '@/lib/base/infra/database'
import { filterParameters } from '../browse/filters'
import { catalogSize } from '../browse/list-entries'
import { buildConcepts } from './concepts'
import { findCandidates, MOST_CANDIDATES } from './find-candidates'
import { markProminent } from './prominent'
import { weighConcepts } from './score'
import { thesaurus } from './thesaurus/thesaurus'
import { findFrequencies } from './vocabulary'

const MOST = 2_000
/** Held by thousands of entries, so that not all of them can be weighed. */
const COMMON = 'api'

let world: CatalogWorld
beforeAll(async () => {
  world = await createCatalogWorld()
  await fillCatalog(world.database, 11_000)
})
afterAll(() => world.stop())
beforeEach(() => world.database.execute(sql`UPDATE catalog_documents SET is_prominent = false WHERE is_prominent`))

async function find(topic: string, filters: Record<string, string> = {}) {
  const built = buildConcepts(topic, thesaurus, new Map())
  const total = await catalogSize(world.database)
  const frequencyOf = await findFrequencies(world.database, built)
  const concepts = weighConcepts(built, frequencyOf, total)
  const query = { concepts, frequencyOf, total, filters: filterParameters.parse(filters), price: null }
  const found = await findCandidates(world.database, query, { prominent: MOST })
  return found.map(({ entryId }) => entryId)
}

const prominent = async () =>
  (
    await world.database.rows<{ id: bigint }>(sql`
      SELECT entry_id AS id FROM catalog_documents WHERE is_prominent ORDER BY quality DESC, entry_id`)
  ).map(({ id }) => id)

const best = async (count: number) =>
  (
    await world.database.rows<{ id: bigint }>(sql`
      SELECT entry_id AS id FROM catalog_documents ORDER BY quality DESC, entry_id LIMIT ${count}`)
  ).map(({ id }) => id)

it('marks the entries of the highest quality, and writes nothing when they are marked', async () => {
  expect(await markProminent(world.database, { most: MOST })).toBe(MOST)
  expect(await prominent()).toEqual(await best(MOST))
  expect(await markProminent(world.database, { most: MOST })).toBe(0)
})

it('lets an entry go when it is far down, not when it is a little worse', async () => {
  await markProminent(world.database, { most: MOST })
  const [fallen = 0n, slipped = 0n] = await best(2)
  const border = (await best(MOST + 10)).at(-1) ?? 0n
  await world.database.execute(sql`UPDATE catalog_documents SET quality = 0.01 WHERE entry_id = ${fallen}`)
  await world.database.execute(sql`
    UPDATE catalog_documents SET quality = (SELECT quality FROM catalog_documents WHERE entry_id = ${border})
    WHERE entry_id = ${slipped}`)
  await markProminent(world.database, { most: MOST })
  const marked = new Set(await prominent())
  expect([marked.has(fallen), marked.has(slipped)]).toEqual([false, true])
})

it('reads prominent entries where very many hold the words', async () => {
  await markProminent(world.database, { most: MOST })
  const marked = new Set(await prominent())
  const found = await find(COMMON)
  expect(found).toHaveLength(MOST_CANDIDATES)
  expect(found.filter((id) => !marked.has(id))).toEqual([])
})

it('keeps to the filters', async () => {
  await markProminent(world.database, { most: MOST })
  const found = await find(COMMON, { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  const [{ count } = { count: 0n }] = await world.database.rows<{ count: bigint }>(sql`
    SELECT count(*) FROM catalog_documents
    WHERE entry_id = ANY(${found}) AND 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' = ANY(networks)`)
  expect([found.length > 0, Number(count)]).toEqual([true, found.length])
})
