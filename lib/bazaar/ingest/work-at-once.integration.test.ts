import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld, option, seller } from '@/development/testing/catalog-world'
import { untilBlocked } from '@/development/testing/until-blocked'
import { sql } from '@/lib/base/infra/database'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { crawlDue } from '../crawl/crawl'
import { finishPendingListings } from '../crawl/pending-listings'
import { inTransaction } from './catalog-sql'
import { countSales } from './count-sales'
import { recountRecentUse } from './count-settlements'
import { parseListing } from './parse-listing'
import { saveEntries } from './save-entries'

const world = await createCatalogWorld()
afterAll(() => world.stop())

/** A host that does something before each of its answers. */
async function openHost(before: (asked: number) => unknown = () => {}) {
  let asked = 0
  const answer: RequestListener = (request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    asked += 1
    Promise.resolve(before(asked))
      .then(() => answer402(response, challenge({ extensions: bazaar() })))
      .catch(() => response.destroy())
  }
  const origin = await world.serve(answer)
  return { url: `${origin}/weather`, key: `GET ${origin}/weather`, asked: () => asked }
}

/**
 * Two hosts whose answers each take `ms` of the catalog's time once they are slowed down. Before the first answer of the
 * second one, which is the answer number `at`, another worker does `work`.
 */
async function openSlowHosts(ms: number, at: number, work: () => Promise<unknown>) {
  let slowAnswers: number | null = null
  const before = async () => {
    if (slowAnswers === null) return
    world.advance(ms)
    slowAnswers += 1
    if (slowAnswers === at) await work()
  }
  const hosts = [await openHost(before), await openHost(before)]
  return { hosts, slowDown: () => (slowAnswers = 0) }
}

async function settle(url: string): Promise<void> {
  await pay(url)
  await world.count()
}

async function pay(url: string, { payer = randomAddress(), payTo = seller } = {}): Promise<void> {
  const paymentRequirements = option({ payTo }) as unknown as PaymentRequirements
  const transaction = `0x${randomBytes(32).toString('hex')}`
  const paymentPayload = { x402Version: 2, resource: { url }, payload: { nonce: transaction }, extensions: bazaar() }
  await world.settle({
    paymentPayload: { ...paymentPayload, accepted: paymentRequirements } as unknown as PaymentPayload,
    paymentRequirements,
    response: { success: true, transaction, network: paymentRequirements.network, payer, amount: '1000' },
  })
}

const randomAddress = () => `0x${randomBytes(20).toString('hex')}`

const settlementsOf = async (key: string) => {
  const entry = await world.database.catalogEntry.findUnique({ where: { key } })
  return { total: entry?.settledCount, organic: entry?.organicCount, payers: entry?.organicPayers }
}

/** A proven resource of a host that cannot be asked here. */
async function listAt(url: string, payTo: string) {
  const listing = parseListing({ resource: url, method: 'GET', x402Version: 2, accepts: [option({ payTo })] })
  if (!listing.ok) throw new Error('Expected a listing that can be read.')
  const provenance = { source: 'probed' as const, sourceLabel: 'probe', verification: 'live' as const }
  const [saved] = await saveEntries(world.database, [{ draft: listing.draft, provenance }], world.deps.clock())
  return { url, key: `GET ${url}`, id: saved?.id ?? 0n }
}

/** Long after the pause that each host is given. */
const later = () => world.advance(60_000)

describe('what is waiting to be listed', () => {
  it('counts a payment that comes while the one before is being listed', async () => {
    const host = await openHost((asked) => (asked === 1 ? settle(host.url) : undefined))
    await settle(host.url)
    for (let turn = 0; turn < 2; turn += 1) {
      later()
      await finishPendingListings(world.deps)
    }
    expect(await settlementsOf(host.key)).toEqual({ total: 2, organic: 2, payers: 2 })
  })

  it('is asked by one worker, however slow what comes before it is', async () => {
    const { hosts, slowDown } = await openSlowHosts(20_000, 2, () => finishPendingListings(world.deps))
    for (const { url } of hosts) await settle(url)
    slowDown()
    await finishPendingListings(world.deps)
    expect(hosts.map(({ asked }) => asked())).toEqual([1, 1])
  })
})

it('crawls what is due in one worker, however slow what comes before it is', async () => {
  // Both hosts may be asked at once: their four answers come within the two minutes for which they were taken.
  const { hosts, slowDown } = await openSlowHosts(29_000, 3, () => crawlDue(world.deps))
  for (const { url } of hosts) await world.catalog.probe({ url })
  later()
  await world.database.execute(sql`
    UPDATE catalog_entries SET next_probe_at = CASE WHEN key = ANY(${hosts.map(({ key }) => key)}) THEN ${world.deps.clock()}::timestamptz END`)
  slowDown()
  await crawlDue(world.deps)
  // Listed, and asked again.
  expect(hosts.map(({ asked }) => asked())).toEqual([2, 2])
})

const HOUR_MS = 3_600_000
const onlyDue = (keys: string[]) =>
  world.database.execute(sql`
  UPDATE catalog_entries SET next_probe_at = CASE WHEN key = ANY(${keys}) THEN ${world.deps.clock()}::timestamptz END`)
const entryOf = (key: string) => world.database.catalogEntry.findUniqueOrThrow({ where: { key } })

/** Asks it now; returns the hours until it is due again. */
async function crawl(key: string): Promise<number> {
  world.advance(2 * HOUR_MS)
  await onlyDue([key])
  await crawlDue(world.deps)
  const { nextProbeAt, lastProbedAt } = await entryOf(key)
  return ((nextProbeAt?.getTime() ?? 0) - (lastProbedAt?.getTime() ?? 0)) / HOUR_MS
}

it("the crawler's schedule asks what fails ever more rarely, a day later at most", async () => {
  const { url, key } = await openHost(async (asked) => {
    if (asked > 1) throw new Error('It is down.')
  })
  await world.catalog.probe({ url })
  const hours: number[] = []
  for (let time = 0; time < 7; time += 1) hours.push(await crawl(key))
  expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24])
})

describe('the counting of sales', () => {
  it('waits for no buyer, and no buyer waits for it', async () => {
    const host = await openHost()
    await world.catalog.probe({ url: host.url })
    await world.database.$transaction(async (transaction) => {
      await transaction.rows(sql`SELECT 1 FROM catalog_entries WHERE key = ${host.key} FOR UPDATE`)
      await Promise.all([pay(host.url), pay(host.url), pay(host.url)])
    })
    await world.count()
    expect(await settlementsOf(host.key)).toEqual({ total: 3, organic: 3, payers: 3 })
  })

  it('counts each sale once, however many count it and however often', async () => {
    const host = await openHost()
    await world.catalog.probe({ url: host.url })
    for (let sale = 0; sale < 5; sale += 1) await pay(host.url)
    const sales = { ...world.deps.sales, forget: () => Promise.reject(new Error('It dies before it lets go.')) }
    await expect(countSales({ ...world.deps, sales })).rejects.toThrow('dies')
    await Promise.all([world.count(), world.count(), world.count()])
    expect(await settlementsOf(host.key)).toEqual({ total: 5, organic: 5, payers: 5 })
    expect(await world.count()).toBe(0)
  })

  it('leaves out what cannot be counted, and counts the others', async () => {
    const [host, full] = [await openHost(), await openHost()]
    for (const { url } of [host, full]) await world.catalog.probe({ url })
    // The largest count that its column takes.
    await world.database.catalogEntry.update({ where: { key: full.key }, data: { settledCount: 2_147_483_647 } })
    await pay(full.url)
    await expect(world.count()).rejects.toThrow()
    await pay(host.url)
    expect(await world.count()).toBe(2)
    expect(await settlementsOf(host.key)).toEqual({ total: 1, organic: 1, payers: 1 })
    expect(await world.count()).toBe(0)
  })

  it('counts a circle out again, whichever side was counted first', async () => {
    const [first, second] = [randomAddress(), randomAddress()]
    const one = await listAt('https://one.example.org/weather', first)
    const two = await listAt('https://two.example.com/weather', second)
    await pay(one.url, { payer: second, payTo: first })
    await pay(one.url, { payTo: first })
    await world.count()
    expect(await settlementsOf(one.key)).toEqual({ total: 2, organic: 2, payers: 2 })
    await pay(two.url, { payer: first, payTo: second })
    await world.count()
    expect(await settlementsOf(one.key)).toEqual({ total: 2, organic: 1, payers: 1 })
    expect(await settlementsOf(two.key)).toEqual({ total: 1, organic: 0, payers: 0 })
    world.advance(86_400_000)
    await recountRecentUse(world.database, world.deps.clock())
    expect((await world.catalog.get(one.key))?.entry.settlements.last30Days).toEqual({
      total: 2,
      organic: 1,
      payers: 1,
    })
  })

  it('keeps the ranks that search reads in step', async () => {
    const host = await openHost()
    await world.catalog.probe({ url: host.url })
    const entry = await world.database.catalogEntry.findUniqueOrThrow({ where: { key: host.key } })
    const read = () => world.database.catalogDocument.findUniqueOrThrow({ where: { entryId: entry.id } })
    const before = await read()
    for (let sale = 0; sale < 3; sale += 1) await pay(host.url)
    await world.count()
    const after = await read()
    expect(after).toMatchObject({ organicPayers: 3, organicCount: 3, isNewcomer: false })
    expect(after.quality).toBeGreaterThan(before.quality)
  })
})

it('lists again what PostgreSQL gave up for another transaction', async () => {
  const description = 'aardvark zymurgy'
  const origin = await world.serve((_, response) => answer402(response, challenge({ resource: { description } })))
  await world.database.catalogWord.createMany({
    data: ['aardvark', 'zymurgy'].map((word) => ({ word, stem: word, initial: '', length: word.length })),
  })
  let listing: Promise<unknown> | null = null
  // PostgreSQL gives up one of the two.
  await inTransaction(world.database, async (transaction) => {
    await transaction.rows(sql`SELECT 1 FROM catalog_words WHERE word = 'zymurgy' FOR UPDATE`)
    if (!listing) {
      listing = world.catalog.probe({ url: `${origin}/a` })
      await untilBlocked(world.database)
    }
    await transaction.rows(sql`SELECT 1 FROM catalog_words WHERE word = 'aardvark' FOR UPDATE`)
  })
  expect(await listing).toMatchObject({ status: 'success' })
})
