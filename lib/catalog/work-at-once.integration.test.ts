import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answer402,
  bazaar,
  type CatalogWorld,
  challenge,
  createCatalogWorld,
  option,
} from '@/lib/processes/testing/catalog-world'
import { untilBlocked } from '@/lib/processes/testing/until-blocked'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import { crawlDue } from './crawl'
import { announce, latestNewsId, newsAfter } from './events'
import { eventStream } from './http/event-stream'
import { inTransaction } from './in-transaction'
import { finishPendingListings } from './pending-listings'

let world: CatalogWorld

beforeAll(async () => {
  world = await createCatalogWorld()
})
afterAll(() => world.stop())

/** A host that does something before each of its answers. */
async function openHost(before: (asked: number) => unknown = () => {}) {
  let asked = 0
  const answer: RequestListener = async (request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    asked += 1
    await before(asked)
    answer402(response, challenge({ extensions: bazaar() }))
  }
  const origin = await world.serve(answer)
  return { url: `${origin}/weather`, key: `GET ${origin}/weather`, asked: () => asked }
}

/**
 * Two hosts that take so much of the catalog's time for each answer once they are slowed down. Before the second answer
 * of the two, another worker does its `work`.
 */
async function openSlowHosts(ms: number, work: () => Promise<unknown>) {
  let slowAnswers: number | null = null
  const before = async () => {
    if (slowAnswers === null) return
    world.advance(ms)
    slowAnswers += 1
    if (slowAnswers === 2) await work()
  }
  const hosts = [await openHost(before), await openHost(before)]
  return { hosts, slowDown: () => (slowAnswers = 0) }
}

/** Somebody has paid for it. */
async function settle(url: string): Promise<void> {
  const paymentRequirements = option() as unknown as PaymentRequirements
  const transaction = `0x${randomBytes(32).toString('hex')}`
  const paymentPayload = { x402Version: 2, resource: { url }, payload: { nonce: transaction }, extensions: bazaar() }
  const payer = `0x${randomBytes(20).toString('hex')}`
  await world.catalog.onSettled({
    paymentPayload: { ...paymentPayload, accepted: paymentRequirements } as unknown as PaymentPayload,
    paymentRequirements,
    response: { success: true, transaction, network: paymentRequirements.network, payer, amount: '1000' },
  })
}

const settlementsOf = async (key: string) => {
  const entry = await world.database.catalogEntry.findUnique({ where: { key } })
  return { total: entry?.settledCount, organic: entry?.organicCount, payers: entry?.organicPayers }
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
    const { hosts, slowDown } = await openSlowHosts(20_000, () => finishPendingListings(world.deps))
    for (const { url } of hosts) await settle(url)
    slowDown()
    await finishPendingListings(world.deps)
    expect(hosts.map(({ asked }) => asked())).toEqual([1, 1])
  })
})

it('crawls what is due in one worker, however slow what comes before it is', async () => {
  const { hosts, slowDown } = await openSlowHosts(70_000, () => crawlDue(world.deps))
  for (const { url } of hosts) await world.catalog.probe({ url })
  later()
  await world.database.$executeRaw`
    update catalog_entries set next_probe_at = case when key = any(${hosts.map(({ key }) => key)}) then ${world.deps.clock()}::timestamptz end`
  slowDown()
  await crawlDue(world.deps)
  expect(hosts.map(({ asked }) => asked())).toEqual([2, 2])
})

it('counts payments that settle at the same time', async () => {
  const host = await openHost()
  await world.catalog.probe({ url: host.url })
  const settling = await world.database.$transaction(async (transaction) => {
    await transaction.$queryRaw`select 1 from catalog_entries where key = ${host.key} for no key update`
    const both = Promise.all([settle(host.url), settle(host.url)])
    await untilBlocked(world.database, 2)
    return () => both
  })
  await settling()
  expect(await settlementsOf(host.key)).toEqual({ total: 2, organic: 2, payers: 2 })
})

it('lists again what PostgreSQL gave up for another transaction', async () => {
  const description = 'aardvark zymurgy'
  const origin = await world.serve((_, response) => answer402(response, challenge({ resource: { description } })))
  await world.database.catalogWord.createMany({
    data: ['aardvark', 'zymurgy'].map((word) => ({ word, stem: word, initial: '', length: word.length })),
  })
  let listing: Promise<unknown> | null = null
  // Whichever of the two is given up.
  await inTransaction(world.database, async (transaction) => {
    await transaction.$queryRaw`select 1 from catalog_words where word = 'zymurgy' for update`
    if (!listing) {
      listing = world.catalog.probe({ url: `${origin}/a` })
      await untilBlocked(world.database)
    }
    await transaction.$queryRaw`select 1 from catalog_words where word = 'aardvark' for update`
  })
  expect(await listing).toMatchObject({ status: 'success' })
})

describe('the news', () => {
  it('come to light in the order of their ids', async () => {
    const host = await openHost()
    let afterId = await latestNewsId(world.database)
    const seen: string[] = []
    const look = async () => {
      for (const news of await newsAfter({ database: world.database, afterId })) {
        afterId = news.id
        seen.push(news.key)
      }
    }
    const probing = await world.database.$transaction(async (transaction) => {
      await announce(transaction, { kind: 'added', key: 'first', resource: 'first' }, world.deps.clock())
      const probing = world.catalog.probe({ url: host.url })
      await Promise.race([probing, untilBlocked(world.database)])
      await look()
      return () => probing
    })
    await probing()
    await look()
    expect(seen.slice(0, 2)).toEqual(['first', host.key])
  })

  it('end for a reader who hung up before they began', async () => {
    const request = new Request('http://localhost/events', { signal: AbortSignal.abort() })
    const reader = (await eventStream(world.database, request))?.getReader()
    expect(await reader?.read()).toEqual({ done: true, value: undefined })
  })
})
