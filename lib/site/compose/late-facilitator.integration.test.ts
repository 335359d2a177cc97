import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveFetch } from '@/development/testing/serve-fetch'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { protect } from '@/lib/gate/resource-server/protect'
import { type Application, buildApplication } from './application'

const testDatabase = await openTestDatabase()
let remote: Awaited<ReturnType<typeof serveFetch>>
let application: Application
let isDown = true

beforeAll(async () => {
  remote = await serveFetch(async () => {
    if (isDown) return new Response('gone', { status: 502 })
    const schemes = ['exact', 'batch-settlement']
    const kinds = schemes.map((scheme) => ({ x402Version: 2, scheme, network: BASE_SEPOLIA }))
    return Response.json({ kinds, extensions: [], signers: {} })
  })
  application = await buildApplication({
    NODE_ENV: 'test',
    DATABASE_URL: testDatabase.url,
    TURNPIKE_SECRET: 'a secret of the test, long enough to be taken',
    LOG_LEVEL: 'silent',
    EVM_RPC_URLS_84532: testWorld().evmRpcUrl,
    DEMO_PAY_TO: '0x1111111111111111111111111111111111111111',
    FACILITATOR_URLS: remote.origin,
    TURNPIKE_DEMO: '1',
  })
})
afterAll(async () => {
  application?.facilitator.stop()
  await application?.database.$disconnect()
  await remote?.stop()
})

it('starts while its facilitator is down, says so to buyers, and sells once that is up', async () => {
  const { gate, site, mcp, channelNetworks } = application
  const configure = () => ({ accepts: site.priced('exact', '$0.01') })
  const route = protect(
    async () => gate,
    'GET /paid',
    configure,
    () => new Response('paid'),
  )
  const ask = () => route.GET(new Request(`${gate.publicOrigin}/paid`))
  const listTools = async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const answer = await mcp.answer(new Request(`${gate.publicOrigin}/mcp`, { method: 'POST', headers, body }))
    return answer.text()
  }

  const early = await ask()
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await early.json()).toMatchObject({ code: 'route_not_ready' })
  expect(await listTools()).toMatch(/list_paid_tools/)
  expect(await listTools()).not.toMatch(/get_weather/)

  // A shop's page is shown meanwhile, without budgets.
  expect(channelNetworks()).toEqual([])
  isDown = false
  await expect.poll(async () => (await ask()).status).toBe(402)
  expect(await listTools()).toMatch(/get_weather/)
  expect(channelNetworks()).toEqual([BASE_SEPOLIA])
})
