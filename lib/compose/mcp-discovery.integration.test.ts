import { setTimeout as sleep } from 'node:timers/promises'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { withBazaar } from '@x402/extensions/bazaar'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectMcpBuyer, type McpBuyer } from '@/lib/processes/testing/mcp-buyer'
import { type ServedFetch, serveFetch } from '@/lib/processes/testing/serve-fetch'
import { createGasKeys, startShop, type TestShop } from '@/lib/processes/testing/start-shop'
import { createEvmBuyer, createSvmBuyer, type TestBuyer } from '@/lib/processes/testing/test-buyer'
import { createTestDatabase, type TestDatabase } from '@/lib/processes/testing/test-database'
import { testWorld } from '@/lib/processes/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/x402/networks'

const world = testWorld()
let testDatabase: TestDatabase
let shop: TestShop
let served: ServedFetch
let buyer: TestBuyer
let mcp: McpBuyer

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const accepts = {
    scheme: 'exact' as const,
    price: '$0.01',
    network: BASE_SEPOLIA,
    payTo: privateKeyToAccount(generatePrivateKey()).address,
  }
  shop = await startShop({
    databaseUrl: testDatabase.url,
    gas: await createGasKeys(world),
    routes: {
      'GET /tides': { config: { accepts, query: ['port'] }, handler: () => Response.json({ high: '06:12' }) },
      'POST /echo': { config: { accepts }, handler: async (request) => Response.json({ got: await request.json() }) },
      'GET /chart': {
        config: { accepts },
        handler: () => new Response(new Uint8Array([137, 80, 0, 255]), { headers: { 'content-type': 'image/png' } }),
      },
      'GET /failing': { config: { accepts }, handler: () => new Response('no', { status: 500 }) },
    },
  })
  const { mcp: servers, catalog } = shop.application
  served = await serveFetch((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/facilitator/discovery/resources') return catalog.http.resources(request)
    return pathname === '/mcp' ? servers.answer(request) : servers.answerDiscovery(request)
  })
  buyer = await createEvmBuyer(world, 1_000_000n)
  mcp = await connectMcpBuyer(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)), buyer)
})

afterAll(async () => {
  await served?.stop()
  await shop?.stop()
  await testDatabase?.drop()
})

const callOf = (url: string, more: object = {}) => ({ name: 'call_resource', arguments: { url, ...more } })
const textOf = (result: Awaited<ReturnType<McpBuyer['call']>>) => {
  const [content] = result.content
  return content?.type === 'text' ? content.text : ''
}

describe('the catalog and MCP', () => {
  it('lists a paid tool once it has been paid for, as stock clients read it', async () => {
    expect((await mcp.pay({ name: 'get_weather', arguments: { city: 'Tokyo' } })).isError).toBeUndefined()
    const client = withBazaar(new HTTPFacilitatorClient({ url: `${served.origin}/facilitator` }))
    const { items } = await client.extensions.bazaar.listResources({ type: 'mcp' })
    expect(items).toMatchObject([
      {
        type: 'mcp',
        resource: 'mcp://tool/get_weather',
        discoveryInfo: { input: { type: 'mcp', toolName: 'get_weather' } },
      },
    ])
  })

  it('lists the tools of the shop with all their options, and takes a payment on any of them for the same seller', async () => {
    const { jobs } = shop.application.mcp
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

  it('finds the tool, shows it, and names the networks', async () => {
    const found = await mcp.call({ name: 'search_resources', arguments: { query: 'weather', type: 'mcp' } })
    const { resources } = found.structuredContent as { resources: { key: string }[] }
    expect(resources[0]).toMatchObject({
      type: 'mcp',
      toolName: 'get_weather',
      accepts: expect.arrayContaining([expect.objectContaining({ network: BASE_SEPOLIA, amount: '1000' })]),
    })
    const shown = await mcp.call({ name: 'get_resource', arguments: { key: resources[0]?.key } })
    expect(shown.structuredContent).toMatchObject({
      toolName: 'get_weather',
      entry: { resource: 'mcp://tool/get_weather' },
    })
    const networks = await mcp.call({ name: 'list_networks' })
    expect(JSON.stringify(networks.structuredContent)).toContain('"name":"Base Sepolia"')
  })

  it('refuses what cannot be searched or found, in words', async () => {
    const unknown = await mcp.call({ name: 'get_resource', arguments: { key: 'GET nowhere' } })
    expect(unknown).toMatchObject({ isError: true })
    const cursor = await mcp.call({ name: 'search_resources', arguments: { query: 'weather', cursor: 'zzz' } })
    expect(textOf(cursor)).toContain('cursor')
    expect((await mcp.call({ name: 'search_resources', arguments: {} })).isError).toBe(true)
  })

  it('has a server with the discovery tools alone', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp/discovery`))
    const { client } = await connectMcpBuyer(transport, buyer)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(['search_resources', 'get_resource', 'list_networks', 'call_resource'])
  })
})

describe('call_resource', () => {
  it("answers with the terms, and passes the caller's payment on", async () => {
    const before = await buyer.balance()
    const call = callOf(`${shop.origin}/tides?port=Lisbon`)
    expect((await mcp.call(call)).structuredContent).toMatchObject({ x402Version: 2, accepts: [{ amount: '10000' }] })
    const meta = { 'x402/payment': await mcp.sign(call) }
    const result = await mcp.call(call, meta)
    expect([result.isError, textOf(result)]).toEqual([undefined, '{"high":"06:12"}'])
    expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true })
    expect(before - (await buyer.balance())).toBe(10_000n)
    const isRefused = async () => 'x402Version' in ((await mcp.call(call, meta)).structuredContent ?? {})
    while (!(await isRefused())) await sleep(20)
    const again = await mcp.call(call, meta)
    expect(again).toMatchObject({ isError: true, structuredContent: { error: 'payment_already_used' } })
    expect(before - (await buyer.balance())).toBe(10_000n)
  })

  it('sends a body, and hands an image out as one', async () => {
    const echo = await mcp.pay(callOf(`${shop.origin}/echo`, { method: 'POST', body: { text: 'hello' } }))
    expect(textOf(echo)).toBe('{"got":{"text":"hello"}}')
    const chart = await mcp.pay(callOf(`${shop.origin}/chart`))
    expect(chart.content).toEqual([{ type: 'image', mimeType: 'image/png', data: 'iVAA/w==' }])
  })

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'not public'],
    ['http://10.0.0.1/', 'not public'],
    ['file:///etc/passwd', 'Only http and https'],
    ['not a url', 'not a URL'],
  ])('does not go to %s', async (url, message) => {
    const result = await mcp.call(callOf(url))
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(message)])
  })

  it('does not go to other servers on this machine, and passes on nothing that is not sold', async () => {
    const other = await serveFetch(async () => Response.json({ private: 'words' }))
    expect(textOf(await mcp.call(callOf(other.origin)))).toContain('not public')
    await other.stop()
    const free = await mcp.call(callOf(`${shop.origin}/nowhere`))
    expect([free.isError, textOf(free)]).toEqual([
      true,
      expect.stringContaining('answers 404 and asks for no x402 payment'),
    ])
  })

  it('says what a failing resource answers, and that nothing was settled', async () => {
    const before = await buyer.balance()
    const result = await mcp.pay(callOf(`${shop.origin}/failing`))
    expect([result.isError, textOf(result)]).toEqual([true, 'The resource answers 500. It reports no settlement.'])
    expect(await buyer.balance()).toBe(before)
  })

  it('takes no body with a GET', async () => {
    expect(textOf(await mcp.call(callOf(`${shop.origin}/tides`, { body: 1 })))).toContain('takes no body')
  })
})
