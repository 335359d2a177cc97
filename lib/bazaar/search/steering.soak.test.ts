import { readFile } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { grade, type JudgedSearch } from '@/development/bench/search-grade'
import { type CatalogWorld, createCatalogWorld } from '@/development/testing/catalog-world'
import { embeddingsStandIn, STAND_IN_DIMENSIONS } from '@/development/testing/embeddings-stand-in'
import { createPgvectorDatabase } from '@/development/testing/pgvector-database'
import { fillEmbeddings } from '../ingest/fill-embeddings'
import { countWords } from '../ingest/index-documents'
import { parseListing } from '../ingest/parse-listing'
import { importSnapshot, readSnapshot } from '../ingest/snapshot'
import { searchEntries } from './search-entries'
import { createSemanticSearch, type SemanticSearch } from './semantic/create-semantic-search'
import { createEmbeddings } from './semantic/request-embeddings'
import { createVectorTable } from './semantic/vector-table'
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
  findByMeaning: SemanticSearch | undefined,
  forgeries = new Map<string, string>(),
): Promise<{ ndcg: number; shown: string[] }> {
  const grades: number[] = []
  const shown: string[] = []
  for (const search of searches) {
    const { resources } = await searchEntries(world.database, { query: search.query, limit: '20' }, { findByMeaning })
    const keys = resources.map(({ key }) => key)
    const { ndcg } = grade(search, keys, keyOf)
    if (ndcg !== null && search.kind !== 'no-answer') grades.push(ndcg)
    const forged = keys.slice(0, 10).filter((key) => forgeries.has(key))
    shown.push(...forged.map((key) => `${search.query}: ${forgeries.get(key)} ${key}`))
  }
  return { ndcg: grades.reduce((sum, value) => sum + value, 0) / grades.length, shown }
}

/** Asks before and after forgeries for some searches were planted; `learn` indexes the listed entries. */
async function steer(
  { asked, forged }: { asked: JudgedSearch[]; forged: JudgedSearch[] },
  learn: () => Promise<SemanticSearch | undefined>,
) {
  const honest = await askAll(asked, await learn())
  const forgeries = await plantForgeries(world.database, world.deps.clock(), forged)
  await countWords(world.database)
  const beside = await askAll(asked, await learn(), forgeries)
  expect(beside.shown).toEqual([])
  expect(honest.ndcg - beside.ndcg).toBeLessThan(0.01)
  return forgeries.size
}

it('gains no forgery a place among the first ten of the judged searches, and costs the honest nothing', async () => {
  world = await createCatalogWorld()
  await importSnapshot(world.database, world.deps.clock(), snapshot)
  await countWords(world.database)
  const planted = await steer({ asked: searches, forged: searches }, async () => undefined)
  expect(planted).toBeGreaterThanOrEqual(700)
}, 600_000)

// By vectors that count words, which a forger can stuff best;
it('gains none by its meaning either', async () => {
  world = await createCatalogWorld({}, createPgvectorDatabase)
  await createVectorTable(world.database, STAND_IN_DIMENSIONS)
  await importSnapshot(world.database, world.deps.clock(), snapshot)
  await countWords(world.database)
  const embeddings = createEmbeddings({ url: await world.serve(embeddingsStandIn().listener), model: 'words' })
  await steer({ asked: searches, forged: searches }, async () => {
    await fillEmbeddings(world.deps, embeddings)
    return createSemanticSearch(world.deps, embeddings, { budgetMs: 30_000 })
  })
}, 600_000)
