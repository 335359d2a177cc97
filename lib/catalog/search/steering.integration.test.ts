import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalogWorld, type CatalogWorld } from '@/testing/catalog-world'
import { soakOr } from '@/testing/soak'
import { embeddingsStandIn } from '@/testing/embeddings-stand-in'
import { grade, type JudgedSearch } from '@/bench/search-grade'
import { plantForgeries } from '@/bench/forgeries'
import { countWords } from '../ingest/index-documents'
import { parseListing } from '../ingest/parse-listing'
import { searchEntries } from './search-entries'
import { fillEmbeddings } from '../ingest/fill-embeddings'
import { createSemanticSearch, type SemanticSearch } from './semantic/create-semantic-search'
import { createEmbeddings } from './semantic/request-embeddings'
import { importSnapshot, readSnapshot } from '../ingest/snapshot'

let world: CatalogWorld
let searches: JudgedSearch[]
let keyOf: Map<string, string>

beforeAll(async () => {
  world = await createCatalogWorld()
  const rows = await readSnapshot()
  await importSnapshot(world.database, world.deps.clock(), rows)
  await countWords(world.database)
  keyOf = new Map(
    rows.map((row) => {
      const parsed = parseListing(row)
      return [row.id, parsed.ok ? parsed.draft.key : row.id]
    }),
  )
  const lines = (await readFile('prisma/seed/catalog/judged-searches.jsonl', 'utf8')).trim().split('\n')
  searches = lines.map((line) => JSON.parse(line) as JudgedSearch)
}, 120_000)
afterAll(() => world.stop())

let findByMeaning: SemanticSearch | undefined

const firstKeys = async (query: string) => {
  const { resources } = await searchEntries(world.database, { query, limit: '20' }, findByMeaning)
  return resources.map(({ key }) => key)
}

/** Every so many of the searches are asked: the attack is the same for each. */
const step = soakOr(1, 3)

/** Asks judged searches once each: how well the answers are graded, and which forgeries are among the first ten. */
async function askAll(forgeries = new Map<string, string>()): Promise<{ ndcg: number; shown: string[] }> {
  const grades: number[] = []
  const shown: string[] = []
  for (const search of searches.filter((_, index) => index % step === 0)) {
    const keys = await firstKeys(search.query)
    const { ndcg } = grade(search, keys, keyOf)
    if (ndcg !== null && search.kind !== 'no-answer') grades.push(ndcg)
    const forged = keys.slice(0, 10).filter((key) => forgeries.has(key))
    shown.push(...forged.map((key) => `${search.query}: ${forgeries.get(key)} ${key}`))
  }
  return { ndcg: grades.reduce((sum, value) => sum + value, 0) / grades.length, shown }
}

/** Compares meanings from here on, by vectors that count words, which is what a forger can stuff best. */
async function compareMeanings() {
  const embeddings = createEmbeddings({ url: await world.serve(embeddingsStandIn().listener), model: 'words' })
  await fillEmbeddings(world.deps, embeddings)
  findByMeaning = createSemanticSearch(world.deps, embeddings)
}

describe('discovery steering', () => {
  it('gains no forgery a place among the first ten of the judged searches, and costs the honest nothing', async () => {
    const honest = await askAll()
    await compareMeanings()
    const honestByMeaning = await askAll()
    findByMeaning = undefined
    const forgeries = await plantForgeries(world.database, world.deps.clock(), searches)
    await countWords(world.database)
    expect(forgeries.size).toBeGreaterThanOrEqual(700)
    const beside = await askAll(forgeries)
    expect(beside.shown).toEqual([])
    expect(honest.ndcg - beside.ndcg).toBeLessThan(0.01)

    await compareMeanings()
    const besideByMeaning = await askAll(forgeries)
    expect(besideByMeaning.shown).toEqual([])
    expect(honestByMeaning.ndcg - besideByMeaning.ndcg).toBeLessThan(0.01)
  }, 240_000)
})
