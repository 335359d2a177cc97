import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '@/lib/infra/database'
import { embeddingsStandIn } from '@/testing/embeddings-stand-in'
import { startPgvectorDatabase } from '@/testing/pgvector-database'
import { parseListing } from '../../ingest/parse-listing'
import { saveEntries } from '../../ingest/save-entries'
import { searchEntries } from '../search-entries'
import { importSnapshot, readSnapshot } from '../../ingest/snapshot'
import { fillEmbeddings } from '../../ingest/fill-embeddings'
import { createSemanticSearch } from './create-semantic-search'
import { createEmbeddings } from './request-embeddings'

const now = new Date('2026-11-21T12:00:00Z')
const log = { info: () => {}, warn: () => {}, error: () => {} }
const ferry = 'https://timetables.example.org/v1/sailings'

let server: Awaited<ReturnType<typeof startPgvectorDatabase>>
let endpoint: Server
let database: Database

beforeAll(async () => {
  server = await startPgvectorDatabase()
  database = openDatabase(server.url, { maxConnections: 1 })
  endpoint = createServer(embeddingsStandIn().listener)
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  await importSnapshot(database, now, (await readSnapshot()).slice(0, 300))
  await list('When the ferry leaves the harbour of a town, and how late it is')
}, 120_000)
afterAll(async () => {
  endpoint.closeAllConnections()
  endpoint.close()
  await database.$disconnect()
  await server.stop()
})

async function list(description: string) {
  const accepts = [{ scheme: 'exact', network: 'eip155:8453', amount: '1000', payTo: `0x${'1'.repeat(40)}` }]
  const parsed = parseListing({ resource: ferry, type: 'http', method: 'GET', x402Version: 2, description, accepts })
  if (!parsed.ok) throw new Error(parsed.refusal.message)
  const provenance = { source: 'probed', sourceLabel: 'test', verification: 'live' } as const
  await saveEntries(database, [{ draft: parsed.draft, provenance }], now)
}

const embeddings = () =>
  createEmbeddings({ url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`, model: 'words' })
const deps = () => ({ database, clock: () => now, log })
const meantBy = async (topic: string) => {
  const found = await createSemanticSearch(deps(), embeddings())(topic)
  return found?.map(({ entryId, similarity }) => ({ entryId, similarity: Number(similarity.toFixed(1)) }))
}

it('compares vectors in the server where it has pgvector, as in memory where it has not', async () => {
  expect(await fillEmbeddings(deps(), embeddings())).toBe(await database.catalogDocument.count())
  const inServer = await meantBy('boat departures')
  await database.$executeRaw`alter table catalog_embeddings rename column near to far`
  const inMemory = await meantBy('boat departures')
  await database.$executeRaw`alter table catalog_embeddings rename column far to near`
  expect(inServer?.[0]).toEqual(inMemory?.[0])
  const { resources } = await searchEntries(
    database,
    { query: 'boat departures' },
    createSemanticSearch(deps(), embeddings()),
  )
  expect(resources[0]).toMatchObject({ resource: ferry, ranking: { meaning: { rank: 1 } } })
}, 60_000)

it('uses the index, and keeps it current', async () => {
  await list('How deep the water of a river is')
  expect(await fillEmbeddings(deps(), embeddings())).toBe(1)
  expect((await meantBy('boat departures'))?.map(({ similarity }) => similarity)).not.toContain(0.5)
  const [, plan] = await database.$transaction([
    database.$queryRaw`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`,
    database.$queryRaw<{ 'QUERY PLAN': string }[]>`
      explain select entry_id from catalog_embeddings where dimensions = 1024
      order by near::vector(1024) <=> array_fill(0.5, array[1024])::real[]::vector(1024) limit 10`,
  ])
  expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('catalog_embeddings_near_1024')
})

it('fills what was stored before the server could compare', async () => {
  await database.$executeRaw`update catalog_embeddings set near = null where entry_id % 2 = 0`
  expect(await fillEmbeddings(deps(), embeddings())).toBeGreaterThan(100)
  expect(await database.$queryRaw`select 1 from catalog_embeddings where near is null`).toEqual([])
})
