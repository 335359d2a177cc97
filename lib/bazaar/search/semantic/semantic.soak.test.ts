import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CatalogWorld, createCatalogWorld } from '@/development/testing/catalog-world'
import { embeddingsStandIn, STAND_IN_DIMENSIONS, type StandInFault } from '@/development/testing/embeddings-stand-in'
import { createPgvectorDatabase } from '@/development/testing/pgvector-database'
import { fillEmbeddings } from '@/lib/bazaar/ingest/fill-embeddings'
import { importListings } from '@/lib/bazaar/ingest/import-listings'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import { saveEntries } from '@/lib/bazaar/ingest/save-entries'
import { importSnapshot, readSnapshot } from '@/lib/bazaar/ingest/snapshot'
import { searchEntries } from '../search-entries'
import { createSemanticSearch, type SemanticSearch } from './create-semantic-search'
import { createEmbeddings } from './request-embeddings'
import { createVectorTable } from './vector-table'

let world: CatalogWorld
let url: string
let fault: StandInFault | null = null
let warnings: string[] = []
let onAsked = () => {}
const standIn = embeddingsStandIn(() => {
  onAsked()
  return fault
})
const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message), error: () => {} }

const embeddings = (model = 'words') => createEmbeddings({ url, model, apiKey: 'a key of the tests' })
const fill = (model?: string, signal?: AbortSignal) => {
  world.advance(31_000)
  return fillEmbeddings({ ...world.deps, log }, embeddings(model), signal)
}
const freshSemanticSearch = (model?: string, budgetMs = 30_000) =>
  createSemanticSearch({ ...world.deps, log }, embeddings(model), { budgetMs })
const find = (query: string, findByMeaning?: SemanticSearch, parameters: Record<string, string> = {}) =>
  searchEntries(world.database, { query, ...parameters }, { findByMeaning })
const resources = async (...search: Parameters<typeof find>) =>
  (await find(...search)).resources.map(({ resource }) => resource)

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ferry = 'https://timetables.example.org/v1/sailings'

async function list(resource: string, description: string, network = 'eip155:8453') {
  const accepts = [{ scheme: 'exact', network, amount: '1000', asset: usdc, payTo: `0x${'1'.repeat(40)}` }]
  const parsed = parseListing({ resource, type: 'http', method: 'GET', x402Version: 2, description, accepts })
  if (!parsed.ok) throw new Error(parsed.message)
  const provenance = { source: 'probed', sourceLabel: 'test', verification: 'live' } as const
  await saveEntries(world.database, [{ draft: parsed.draft, provenance }], world.deps.clock())
}

beforeAll(async () => {
  world = await createCatalogWorld({}, createPgvectorDatabase)
  url = await world.serve(standIn.listener)
  await importSnapshot(world.database, world.deps.clock(), (await readSnapshot()).slice(0, 100))
  await list(ferry, 'When the ferry leaves the harbour of a town, and how late it is')
})
afterAll(() => world.stop())
beforeEach(() => {
  fault = null
  warnings = []
})

describe('vectors', () => {
  it('wait for the table that an operator makes, and say so', async () => {
    expect(await fill()).toBe(0)
    expect(warnings).toEqual([expect.stringContaining('npm run migrate -- vectors')])
    expect(await resources('boat departures', freshSemanticSearch())).toEqual(await resources('boat departures'))
    expect(standIn.asked).toEqual([])
    expect(await createVectorTable(world.database, 64)).toBe(true)
    expect(await createVectorTable(world.database, STAND_IN_DIMENSIONS)).toBe(true)
    expect(await createVectorTable(world.database, STAND_IN_DIMENSIONS)).toBe(false)
    world.advance(3_600_000)
  })

  it('are made for every entry, going on after a fault where it stopped', async () => {
    const total = await world.database.catalogDocument.count()
    fault = 'too few'
    expect(await fill()).toBe(0)
    expect(warnings).toHaveLength(1)
    fault = null
    const stopping = new AbortController()
    onAsked = () => stopping.abort()
    const first = await fill(undefined, stopping.signal)
    onAsked = () => {}
    expect(first).toBeGreaterThan(0)
    expect(first + (await fill())).toBe(total)
    expect(await fill()).toBe(0)
  })

  it('are made anew when the text changes, and for another model', async () => {
    await list(ferry, 'When the ferry leaves the harbour of a town, and how late it is today')
    expect(await fill()).toBe(1)
    await list(ferry, 'When the ferry leaves the harbour of a town, and how late it is today')
    expect(await fill()).toBe(0)
    expect(await freshSemanticSearch('another model')('ferry')).toBeNull()
  })

  it('leave out a text that the endpoint refuses, and no other', async () => {
    fault = 'refuses long texts'
    await list('https://long.example.org/a', 'ferry '.repeat(400))
    await list('https://short.example.org/a', 'A short text')
    expect(await fill()).toBe(2)
    expect(await world.database.$queryRaw`SELECT 1 FROM catalog_vectors WHERE vector IS NULL`).toHaveLength(1)
    expect(await fill()).toBe(0)
  })

  it('have the length that the table was made for', async () => {
    await list('https://other.example.org/a', 'Another text')
    fault = 'wrong length'
    expect(await fill()).toBe(0)
    expect(warnings).toHaveLength(1)
    fault = null
    expect(await fill()).toBe(1)
  })
})

it('finds the nearest by its index', async () => {
  const [, plan] = await world.database.$transaction([
    world.database.$queryRaw`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`,
    world.database.$queryRaw<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT entry_id FROM catalog_vectors ORDER BY vector <=> array_fill(0.5, ARRAY[1024])::real[]::halfvec LIMIT 10`,
  ])
  expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('catalog_vectors_nearest')
})

describe('a search that shares no word with what it means', () => {
  const paraphrase = 'boat departures'

  it('finds it, and says why', async () => {
    expect(await resources(paraphrase)).not.toContain(ferry)
    const { resources: found, partialResults } = await find(paraphrase, freshSemanticSearch())
    expect(found[0]?.resource).toBe(ferry)
    expect(partialResults).toBeUndefined()
    expect(found[0]).toMatchObject({ ranking: { meaning: { rank: 1 }, coverage: 0 } })
  })

  it('stays within its constraints', async () => {
    const findByMeaning = freshSemanticSearch()
    expect(await resources(paraphrase, findByMeaning, { network: 'solana:*' })).not.toContain(ferry)
    expect(await resources(`${paraphrase} on solana`, findByMeaning)).not.toContain(ferry)
    expect(await resources(`${paraphrase} under 0.01 cents`, findByMeaning)).not.toContain(ferry)
    expect(await resources(`${paraphrase} on base under 1 cent`, findByMeaning)).toContain(ferry)
  })

  it('does not find what search distrusts, and puts the dead behind', async () => {
    const twin = 'https://twin.example.org/sailings'
    await list(twin, 'When the boat leaves the harbour: departures of the ferry, boat departures')
    await fill()
    expect((await resources(paraphrase, freshSemanticSearch())).slice(0, 2)).toContain(twin)
    await world.database.catalogDocument.updateMany({
      where: { key: { contains: 'twin.example.org' } },
      data: { quality: 0.1 },
    })
    expect((await resources(paraphrase, freshSemanticSearch()))[0]).toBe(ferry)
    await world.database.catalogDocument.updateMany({
      where: { key: { contains: 'twin.example.org' } },
      data: { isSuspect: true },
    })
    expect(await resources(paraphrase, freshSemanticSearch())).not.toContain(twin)
  })
})

describe('an endpoint that fails', () => {
  it.each(['down', 'hangs', 'wrong length', 'garbage', 'too few'] as const)(
    'leaves a search what its words find: %s',
    async (kind) => {
      const expected = await resources('weather forecast')
      const findByMeaning = freshSemanticSearch('words', 500)
      fault = kind
      expect(await resources('weather forecast', findByMeaning)).toEqual(expected)
      expect(warnings).toHaveLength(1)
      // For a while no search asks it.
      const before = standIn.asked.length
      expect(await resources('weather forecast', findByMeaning)).toEqual(expected)
      expect(standIn.asked).toHaveLength(before)
    },
  )

  it('leaves it that too when nothing listens', async () => {
    const dead = createSemanticSearch(
      { ...world.deps, log },
      createEmbeddings({ url: 'http://127.0.0.1:9', model: 'words' }),
    )
    expect(await resources('weather forecast', dead)).toEqual(await resources('weather forecast'))
    expect(warnings).toHaveLength(1)
  })
})

it('gains nothing for a text that is copied from another entry', async () => {
  const copy = 'https://copy.example.net/sailings'
  const accepts = [{ scheme: 'exact', network: 'eip155:8453', amount: '1', payTo: `0x${'2'.repeat(40)}` }]
  const description = 'When the ferry leaves the harbour of a town, and how late it is today'
  const listing = { resource: copy, type: 'http', method: 'GET', x402Version: 2, description, accepts }
  await importListings(world.database, [listing], { label: 'copy', areDatesTrusted: false }, world.deps.clock())
  await fill()
  expect(await resources('boat departures', freshSemanticSearch())).not.toContain(copy)
})
