import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { withBazaar } from '@x402/extensions/bazaar'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { connectMcpBuyer } from '@/development/testing/mcp-buyer'
import { startTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer, createSvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { listOwnRoutes } from './list-own'

const world = testWorld()
const testDatabase = await openTestDatabase()
let callers = 0

const accepts = {
  scheme: 'exact' as const,
  price: '$0.01',
  network: BASE_SEPOLIA,
  payTo: privateKeyToAccount(generatePrivateKey()).address,
}
const tides = { bazaar: { discoverable: true } }
const site = await startTestSite({
  databaseUrl: testDatabase.url,
  gas: await createGasKeys(world),
  routes: { 'GET /tides': { config: { accepts, extensions: tides }, handler: () => Response.json({ high: '06:12' }) } },
})
const { mcp: servers, catalog } = site.application
const served = await serveFetch((request) => {
  request.headers.set(CALLER_HEADER, markCaller(`198.51.100.${callers}`))
  const { pathname } = new URL(request.url)
  if (pathname === '/facilitator/discovery/resources') return catalog.http.resources(request)
  return pathname === '/mcp' ? servers.answer(request) : servers.answerDiscovery(request)
})
await listOwnRoutes(site.application)
const buyer = await createEvmBuyer(world, 1_000_000n)
const mcp = await connectMcpBuyer(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)), buyer)

beforeEach(() => void (callers += 1))

afterAll(async () => {
  await served.stop()
  await site.stop()
})

it('lists the tools of the site with all their options, and takes a payment on any of them for the same seller', async () => {
  const { jobs } = site.application.mcp
  await jobs.find(({ name }) => name === 'list own MCP tools')?.run()
  const client = withBazaar(new HTTPFacilitatorClient({ url: `${served.origin}/facilitator` }))
  const { items } = await client.extensions.bazaar.listResources({ type: 'mcp' })
  expect(items.map(({ resource, accepts }) => [resource, accepts.map(({ network }) => network)])).toEqual(
    expect.arrayContaining([
      ['mcp://tool/get_weather', [BASE_SEPOLIA, SOLANA_DEVNET]],
      ['mcp://tool/summarize', [BASE_SEPOLIA]],
    ]),
  )
  const wallet = await createSvmBuyer(world, 1_000_000n)
  const solana = await connectMcpBuyer(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)), wallet)
  const paid = await solana.pay({ name: 'get_weather', arguments: {} })
  expect(paid._meta?.['x402/extension-responses']).toEqual({ bazaar: { status: 'success' } })
})

it("says what is known of each found resource, and keeps its seller's words apart", async () => {
  const { structuredContent } = await mcp.client.callTool({ name: 'search_resources', arguments: { query: 'tides' } })
  expect(structuredContent).toMatchObject({
    resources: [
      {
        resource: expect.stringContaining('/tides'),
        accepts: [{ scheme: 'exact', network: BASE_SEPOLIA, payTo: expect.stringMatching(/^0x/) }],
        ...{ verification: 'live', independentPayers: 0, lastAskedAt: null, warnings: [], wordsOfSeller: {} },
      },
    ],
  })
  expect(structuredContent).not.toMatchObject({ resources: [{ description: expect.anything() }] })
})

it('has a server with the discovery tools only', async () => {
  const transport = new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp/discovery`))
  const { client } = await connectMcpBuyer(transport, buyer)
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(['search_resources', 'get_resource', 'check_before_paying'])
})
