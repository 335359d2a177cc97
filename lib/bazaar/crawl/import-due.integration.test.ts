import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createCatalogWorld, option } from '@/development/testing/catalog-world'
import { parseListing } from '../ingest/parse-listing'
import { saveEntries } from '../ingest/save-entries'
import { importDue } from './import-from-facilitator'

let asked: number[] = []
let onAsked: (offset: number) => Promise<number | null> | number | null = () => null

/** Addresses that cannot be asked, and one longer than an index takes. */
const refused = new Map([
  [8, 'http://10.0.0.1/'],
  [9, `https://long.example.org/${randomBytes(9_000).toString('hex')}`],
])
const rows = Array.from({ length: 240 }, (_, index) => ({
  resource: refused.get(index) ?? `https://shop${index}.example.org/thing`,
  type: 'http',
  x402Version: 2,
  accepts: [option()],
  lastUpdated: '2026-10-01T00:00:00Z',
  description: `Thing number ${index}`,
}))

const world = await createCatalogWorld()
const url = await world.serve((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://x')
  const offset = Number(searchParams.get('offset'))
  asked.push(offset)
  void Promise.resolve(onAsked(offset)).then((status) => {
    const items = rows.slice(offset, offset + Number(searchParams.get('limit')))
    const page = { x402Version: 2, items, pagination: { limit: 100, offset, total: rows.length } }
    response.writeHead(status ?? 200).end(JSON.stringify(page))
  })
})
afterAll(() => world.stop())
beforeEach(async () => {
  asked = []
  onAsked = () => null
  await world.database.catalogImport.deleteMany()
})

const run = (options: { signal?: AbortSignal } = {}) => importDue(world.deps, [url], { pauseMs: 0, ...options })
const minutes = (count: number) => world.advance(count * 60_000)

it('reads a list through, and again after six hours, and never outranks what is proven', async () => {
  const proven = parseListing({ ...rows[7], description: 'Proven words' })
  if (!proven.ok) throw new Error('Expected a listing that can be read.')
  const provenance = { source: 'probed' as const, sourceLabel: 'probe', verification: 'live' as const }
  await saveEntries(world.database, [{ draft: proven.draft, provenance }], world.deps.clock())
  expect(await run()).toBe(3)
  expect(asked).toEqual([0, 100, 200])
  expect(await world.database.catalogEntry.count({ where: { sourceLabel: url } })).toBe(237)
  expect((await world.catalog.get(proven.draft.key))?.entry).toMatchObject({ description: 'Proven words' })
  expect(await run()).toBe(0)
  minutes(359)
  expect(await run()).toBe(0)
  minutes(1)
  expect(await importDue(world.deps, [`${url}/discovery/resources`], { pauseMs: 0 })).toBe(3)
  expect(asked).toEqual([0, 100, 200, 0, 100, 200])
})

it('rests after a fault in the middle, then goes on from there', async () => {
  onAsked = (offset) => (offset === 100 ? 503 : null)
  expect(await run()).toBe(0)
  expect(await run()).toBe(0)
  onAsked = () => null
  minutes(1)
  expect(await run()).toBe(2)
  expect(asked).toEqual([0, 100, 100, 200])
})

it('is done by one at a time', async () => {
  let letGo = () => {}
  onAsked = (offset) => (offset === 0 ? new Promise((resolve) => (letGo = () => resolve(null))) : null)
  const first = run()
  while (asked.length === 0) await sleep(20)
  expect(asked).toEqual([0])
  expect(await run()).toBe(0)
  letGo()
  expect(await first).toBe(3)
  expect(asked).toEqual([0, 100, 200])
})

it('in production asks public addresses only', async () => {
  await importDue({ ...world.deps, reach: 'public' }, [url], { pauseMs: 0 })
  expect(asked).toEqual([])
  expect(await world.database.failingRow.findMany()).toMatchObject([{ fault: expect.stringContaining('not public') }])
})
