import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CatalogWorld, createCatalogWorld } from '@/development/testing/catalog-world'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer, createSvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { startVersion1Seller, type Version1Seller } from '@/development/testing/version-1-seller'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { parseListing } from '../ingest/parse-listing'
import { saveEntries } from '../ingest/save-entries'

const world = testWorld()
let catalog: CatalogWorld
let seller: Version1Seller
beforeAll(async () => {
  catalog = await createCatalogWorld()
  seller = await startVersion1Seller(world)
})
afterAll(async () => {
  seller.stop()
  await catalog.stop()
})

/** Lists a resource as its 402 describes it. */
async function list(path: string): Promise<string> {
  const resource = `${seller.origin}${path}`
  const terms = (await (await fetch(resource)).json()) as object
  const parsed = parseListing({ ...terms, resource, type: 'http', method: 'GET' }, { allowLoopback: true })
  if (!parsed.ok) throw new Error(parsed.message)
  const provenance = { sourceLabel: 'test', probeUrl: resource, source: 'probed', verification: 'live' } as const
  await saveEntries(catalog.database, [{ draft: parsed.draft, provenance }], catalog.deps.clock())
  return parsed.draft.key
}

async function relay(key: string, payment: string | null = null) {
  const outcome = await catalog.catalog.relay({ key, payment })
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome))
  return { ...outcome, headers: new Headers(outcome.headers), text: outcome.body.toString() }
}

it.each(['/evm', '/solana'])('pays a stock seller of version 1 for a buyer of version 2, at %s', async (path) => {
  const key = await list(path)
  const buyer = await (path === '/evm' ? createEvmBuyer(world, 1_000_000n) : createSvmBuyer(world, 1_000_000n))
  const before = await readUsdc(world, seller.payTo)
  const asked = await relay(key)
  expect(asked.status).toBe(402)
  const payment = encodeHeader(await buyer.signTerms(termsOf(asked)))
  const paid = await relay(key, payment)
  expect([paid.status, JSON.parse(paid.text)]).toEqual([200, { sold: path }])
  const { network } = termsOf(asked).accepts[0] ?? {}
  const settlement = parseHeader(paid.headers.get('payment-response') ?? '')
  expect(settlement).toMatchObject({ ok: true, value: { success: true, network } })
  if (path === '/evm') expect((await readUsdc(world, seller.payTo)) - before).toBe(1_000n)
  expect((await relay(key, payment)).status).toBe(402)
})
