import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { openDatabaseSwitch } from '@/development/testing/database-switch'
import { type FaultyRpc, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { connectMcpBuyer } from '@/development/testing/mcp-buyer'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { createTestKey, createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaidHandler, RouteConfig } from '@/lib/gate/resource-server/route-config'
import { startWorker } from './worker'

const PRICE = 1_000n
const FUNDS = 10_000n
const world = testWorld()
const { url, client: database } = await openTestDatabase()
const way = await openDatabaseSwitch(url)
const payTo = evmDevnetAccount('seller').address
let site: TestSite
let rpc: FaultyRpc
let stopWorker: () => Promise<void>
/** Runs in each handler before it answers. */
let beforeAnswer: () => Promise<void> = async () => {}

beforeAll(async () => {
  rpc = await startFaultyRpc(world.evmRpcUrl)
  const route = (scheme: 'exact' | 'batch-settlement') => ({
    config: { accepts: { scheme, price: '$0.001', network: BASE_SEPOLIA, payTo } } satisfies RouteConfig,
    handler: (async () => {
      await beforeAnswer()
      return Response.json({ content: true })
    }) satisfies PaidHandler,
  })
  site = await startTestSite({
    databaseUrl: way.url,
    gas: await createGasKeys(world),
    env: { EVM_RPC_URLS_84532: rpc.url },
    routes: {
      'GET /exact': route('exact'),
      'GET /quick': { ...route('exact'), handler: () => Response.json({ content: true }) },
      'GET /channel': route('batch-settlement'),
    },
  })
  const worker = await startWorker(site.application)
  stopWorker = () => worker.stop({ limitMs: 60_000, answered: Promise.resolve() })
})
afterEach(async () => {
  beforeAnswer = async () => {}
  rpc.decide(() => 'pass')
  await way.open()
  // Cut connections are discovered by use: none of them is left for the next test.
  const use = () => Promise.all(Array.from({ length: 10 }, () => site.application.database.rows(sql`SELECT 1`)))
  await vi.waitFor(use, { timeout: 60_000 })
})
afterAll(async () => {
  await stopWorker()
  await site.stop()
  await site.application.database.$disconnect()
  await way.close()
  await rpc.stop()
})

async function expectAway(answer: Response): Promise<void> {
  const { code } = (await answer.json()) as { code: string }
  expect([answer.status, code, answer.headers.get('retry-after')]).toEqual([503, 'database_away', '3'])
}

/** Repeats exactly the same request, as its answers say, until there is content. */
async function askUntilContent(headers: Record<string, string>, path: string): Promise<void> {
  const ask = () => fetch(`${site.origin}${path}`, { headers }).then(({ status }) => status)
  await expect.poll(ask, { interval: 200 }).toBe(200)
}

async function expectOnePayment(address: string, balance: () => Promise<bigint>): Promise<void> {
  const payer = address.toLowerCase()
  await expect
    .poll(() => database.payment.findMany({ where: { payer }, select: { status: true, settledAtomic: true } }))
    .toEqual([{ status: 'settled', settledAtomic: expect.objectContaining({}) }])
  expect(await database.settlement.count({ where: { payer, state: 'settled' } })).toBe(1)
  expect(FUNDS - (await balance())).toBe(PRICE)
}

describe('a database that is away', () => {
  it('is a 503 with Retry-After to who pays, verifies, searches or manages a shop', async () => {
    const seller = await createTestSeller(site)
    const { secret: key } = await createTestKey(site, seller, { name: 'A key', scopes: ['routes:read'] })
    const buyer = await createEvmBuyer(world, FUNDS)
    const { headers, payload, paymentRequired } = await buyer.sign(`${site.origin}/exact`)
    const asked = JSON.stringify({
      x402Version: 2,
      paymentPayload: payload,
      paymentRequirements: paymentRequired.accepts[0],
    })
    const { facilitatorHttp, catalog } = site.application
    const post = () =>
      new Request(`${site.origin}/f`, { method: 'POST', body: asked, headers: { 'content-type': 'application/json' } })
    await way.close()
    await expectAway(await fetch(`${site.origin}/exact`, { headers }))
    await expectAway(await fetch(`${site.origin}/x/${seller.handle}/any`))
    await expectAway(await fetch(`${site.origin}/api/v1/routes`, { headers: { authorization: `Bearer ${key}` } }))
    await expectAway(await facilitatorHttp.verify(post()))
    await expectAway(await catalog.http.search(new Request(`${site.origin}/s?query=any`)))
    await expectAway(await catalog.http.resources(new Request(`${site.origin}/s`)))
    await way.open()
    await askUntilContent(headers, '/exact')
    await expectOnePayment(buyer.address, buyer.balance)
  })

  it('that goes while a payment is settled at the facilitator is a 503, and it settles the same payment once it is back', async () => {
    const buyer = await createEvmBuyer(world, FUNDS)
    const { payload, paymentRequired } = await buyer.sign(`${site.origin}/exact`)
    const settle = () =>
      site.application.facilitatorHttp.settle(
        new Request(`${site.origin}/f`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...{ x402Version: 2, paymentPayload: payload },
            paymentRequirements: paymentRequired.accepts[0],
          }),
        }),
      )
    const payer = buyer.address.slice(2).toLowerCase()
    let isRead = false
    rpc.decide((call) => {
      if (!JSON.stringify(call).toLowerCase().includes(payer)) return 'pass'
      isRead = true
      // The caller has been admitted by then, and nothing is claimed yet.
      return { change: async (result) => (await way.close(), result) }
    })
    await expectAway(await settle())
    expect(isRead).toBe(true)
    rpc.decide(() => 'pass')
    expect(await buyer.balance()).toBe(FUNDS)
    await way.open()
    expect(await (await settle()).json()).toMatchObject({ success: true, amount: PRICE.toString() })
    expect(await (await settle()).json()).toMatchObject({ success: false, errorReason: 'duplicate_settlement' })
    expect(FUNDS - (await buyer.balance())).toBe(PRICE)
  })

  it('is an error to come back from to who calls a tool, which opens for the same payment once it is back', async () => {
    const served = await serveFetch((request) => site.application.mcp.answer(request))
    try {
      const buyer = await createEvmBuyer(world, FUNDS)
      const mcp = await connectMcpBuyer(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)), buyer)
      const lisbon = { name: 'get_weather', arguments: { city: 'Lisbon' } }
      const meta = { 'x402/payment': await mcp.sign(lisbon) }
      await way.close()
      expect(await mcp.call(lisbon, meta)).toMatchObject({
        isError: true,
        structuredContent: { status: 503, code: 'database_away', retryAfterSeconds: 3 },
      })
      expect(await buyer.balance()).toBe(FUNDS)
      await way.open()
      await expect.poll(async () => (await mcp.call(lisbon, meta)).isError).toBeUndefined()
      await expectOnePayment(buyer.address, buyer.balance)
    } finally {
      await served.stop()
    }
  })

  it('that goes in the middle of payments and as money is sent costs nobody twice', async () => {
    const [producing, sending] = [await createEvmBuyer(world, FUNDS), await createEvmBuyer(world, FUNDS)]
    const calling = await createChannelBuyer(world, 1_000_000n)
    expect((await calling.fetch(`${site.origin}/channel`)).status).toBe(200)
    const signed = [
      { path: '/exact', ...(await producing.sign(`${site.origin}/exact`)) },
      { path: '/channel', ...(await calling.sign(`${site.origin}/channel`)) },
      { path: '/quick', ...(await sending.sign(`${site.origin}/quick`)) },
    ]
    const ask = ({ path, headers }: (typeof signed)[number]) => fetch(`${site.origin}${path}`, { headers })
    let inHandlers = 0
    let isGone = () => {}
    const gone = new Promise<void>((resolve) => (isGone = resolve))
    beforeAnswer = async () => {
      inHandlers += 1
      await gone
    }
    const asked = signed.slice(0, 2).map(ask)
    await expect.poll(() => inHandlers).toBe(2)
    rpc.decide(({ method }) => {
      if (!method.startsWith('eth_sendRawTransaction')) return 'pass'
      rpc.decide(() => 'pass')
      return { change: async (result) => (await way.close(), isGone(), result) }
    })
    const sent = signed.slice(2).map(ask)
    for (const answer of asked) await expectAway(await answer)
    await way.open()
    // Requests under way are awaited, also by the ledger.
    for (const answer of sent) expect((await answer).status).toBe(200)
    // Ends the leases with which interrupted requests hold their payment and their channel.
    await database.execute(sql`UPDATE payments SET lease_until = now() WHERE status <> 'settled'`)
    await database.execute(sql`UPDATE payment_channels SET pending_until = now()`)
    await Promise.all(signed.slice(0, 2).map(({ path, headers }) => askUntilContent(headers, path)))
    await expectOnePayment(producing.address, producing.balance)
    await expectOnePayment(sending.address, sending.balance)
    const channel = () => database.paymentChannel.findFirstOrThrow({ where: { payer: calling.address.toLowerCase() } })
    await expect.poll(async () => (await channel()).chargedAtomic.toFixed(0)).toBe((2n * PRICE).toString())
  })

  it('that goes as content leaves has the next purchase paid as well, and the first one noted', async () => {
    const buyer = await createEvmBuyer(world, FUNDS)
    const payer = buyer.address.toLowerCase()
    const buy = async () => {
      const { headers } = await buyer.sign(`${site.origin}/quick`)
      return (await fetch(`${site.origin}/quick`, { headers })).status
    }
    const { log, observer } = site.application.gate
    const errors = vi.spyOn(log, 'error')
    vi.spyOn(observer, 'ended').mockImplementationOnce(() => void way.close())
    expect(await buy()).toBe(200)
    await expect.poll(() => errors.mock.lastCall?.[0]).toMatchObject({ attempt: 4 })
    // Away for longer than a lease.
    await database.execute(sql`UPDATE payments SET lease_until = now() - interval '1 second' WHERE payer = ${payer}`)
    await way.open()
    await expect.poll(buy).toBe(200)
    expect(FUNDS - (await buyer.balance())).toBe(2n * PRICE)
    await expect.poll(() => database.payment.count({ where: { payer, deliveredAt: { not: null } } })).toBe(2)
  })
})
