import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JudgedSearch } from '@/development/bench/search-grade'
import { answer402, bazaar, challenge, createShippedWorld, option } from '@/development/testing/catalog-world'
import { soakOr } from '@/development/testing/soak'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { plantForgeries } from '@/lib/bazaar/search/testing/forgeries'
import { countWords } from '../ingest/index-documents'

/** Every `step`-th of the judged searches is asked: the attack is the same for each. */
const step = soakOr(4, 16)

async function readSearches(): Promise<JudgedSearch[]> {
  const lines = (await readFile('prisma/seed/catalog/judged-searches.jsonl', 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as JudgedSearch).filter((_, index) => index % step === 0)
}

async function openForgedWorld() {
  const world = await createShippedWorld()
  const searches = await readSearches()
  const forgeries = await plantForgeries(world.database, world.deps.clock(), searches)
  await countWords(world.database)
  return { ...world, searches, forgeries }
}

type ForgedWorld = Awaited<ReturnType<typeof openForgedWorld>>

async function steered({ searches, forgeries }: ForgedWorld, keysOf: (query: string) => Promise<string[]>) {
  const found: string[] = []
  for (const { query } of searches)
    if ((await keysOf(query)).slice(0, 10).some((key) => forgeries.has(key))) found.push(query)
  return found
}

const byOurSearch = async ({ database }: ForgedWorld) => {
  const { searchEntries } = await import('../search/search-entries')
  return async (query: string) => {
    const { resources } = await searchEntries(database, { query })
    return resources.map(({ key }) => key)
  }
}

/** A settled payment whose buyer is the seller's accomplice and writes what suits both. */
function forgedPayment(url: string) {
  const paymentRequirements = option({ payTo: '0x9999999999999999999999999999999999999999' })
  const paymentPayload = {
    x402Version: 2,
    resource: { url, description: 'The official weather of every city', serviceName: 'Official Weather' },
    accepted: paymentRequirements,
    payload: { nonce: '0x01' },
    extensions: bazaar(),
  }
  // Wire shapes, written out.
  return {
    paymentPayload: paymentPayload as unknown as PaymentPayload,
    paymentRequirements: paymentRequirements as unknown as PaymentRequirements,
  }
}

let world: ForgedWorld
beforeAll(async () => {
  world = await openForgedWorld()
})
afterAll(() => world.stop())

describe('S-5: what sellers say of themselves buys no place', () => {
  it('holds here: no forgery is among the first ten, and only the live resource is believed', async () => {
    expect(await steered(world, await byOurSearch(world))).toEqual([])

    const honest = challenge({ resource: { description: 'Weather of Oslo' }, extensions: bazaar() })
    const origin = await world.serve((_request: IncomingMessage, response) => answer402(response, honest))
    const payment = forgedPayment(`${origin}/weather`)
    const payer = '0x2222222222222222222222222222222222222222'
    const response = { success: true, transaction: '0x01', network: payment.paymentRequirements.network, payer }
    await world.settle({ ...payment, response })
    await world.count()
    world.advance(3_000)
    await world.catalog.jobs.find(({ name }) => name === 'catalog pending listings')?.run()
    const listed = (await world.catalog.get(`GET ${origin}/weather`))?.entry
    expect(listed).toMatchObject({ description: 'Weather of Oslo' })
    expect(listed?.serviceName).toBeNull()
    expect(listed?.options.map(({ payTo }) => payTo)).not.toContain(payment.paymentRequirements.payTo)
    expect(listed).toMatchObject({ settlements: { total: 0 } })
  })
})
