import { readFile } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { grade, type JudgedSearch } from '@/development/bench/search-grade'
import { type CatalogWorld, createCatalogWorld } from '@/development/testing/catalog-world'
import { countWords } from '../ingest/index-documents'
import { parseListing } from '../ingest/parse-listing'
import { importSnapshot, readSnapshot } from '../ingest/snapshot'
import { searchEntries } from './search-entries'
import { plantForgeries } from './testing/forgeries'

let world: CatalogWorld
afterEach(() => world.stop())

const snapshot = await readSnapshot()
const keyOf = new Map(
  snapshot.map((row) => {
    const parsed = parseListing(row)
    return [row.id, parsed.ok ? parsed.draft.key : row.id]
  }),
)
const judged = (await readFile('prisma/seed/catalog/judged-searches.jsonl', 'utf8')).trim().split('\n')
const searches = judged.map((line) => JSON.parse(line) as JudgedSearch)

/** Asks each search once; returns the grade of the answers, and the forgeries among the first ten. */
async function askAll(
  searches: JudgedSearch[],
  forgeries = new Map<string, string>(),
): Promise<{ ndcg: number; shown: string[] }> {
  const grades: number[] = []
  const shown: string[] = []
  for (const search of searches) {
    const { resources } = await searchEntries(world.database, { query: search.query, limit: '20' })
    const keys = resources.map(({ key }) => key)
    const { ndcg } = grade(search, keys, keyOf)
    if (ndcg !== null && search.kind !== 'no-answer') grades.push(ndcg)
    const forged = keys.slice(0, 10).filter((key) => forgeries.has(key))
    shown.push(...forged.map((key) => `${search.query}: ${forgeries.get(key)} ${key}`))
  }
  return { ndcg: grades.reduce((sum, value) => sum + value, 0) / grades.length, shown }
}

/** Asks before and after forgeries for some searches were planted. */
async function steer(searches: JudgedSearch[]) {
  const honest = await askAll(searches)
  const forgeries = await plantForgeries(world.database, world.deps.clock(), searches)
  await countWords(world.database)
  const beside = await askAll(searches, forgeries)
  expect(beside.shown).toEqual([])
  expect(honest.ndcg - beside.ndcg).toBeLessThan(0.01)
  return forgeries.size
}

it('gains no forgery a place among the first ten of the judged searches, and costs the honest nothing', async () => {
  world = await createCatalogWorld()
  await importSnapshot(world.database, world.deps.clock(), snapshot)
  await countWords(world.database)
  const planted = await steer(searches)
  expect(planted).toBeGreaterThanOrEqual(700)
}, 600_000)
