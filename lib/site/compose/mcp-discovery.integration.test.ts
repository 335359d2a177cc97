import { setTimeout as sleep } from 'node:timers/promises'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { withBazaar } from '@x402/extensions/bazaar'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { connectMcpBuyer, type McpBuyer } from '@/development/testing/mcp-buyer'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { evmSigningWallet, signProof } from '@/development/testing/sign-in-proofs'
import { startTestSite, type TestSite } from '@/development/testing/start-test-site'
import { createEvmBuyer, createSvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller-mark'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { listOwnRoutes } from './list-own'

const world = testWorld()
const testDatabase = await openTestDatabase()
let site: TestSite
let served: ServedFetch
let buyer: TestBuyer
let mcp: McpBuyer
let caller = '198.51.100.0'
let callers = 0

beforeAll(async () => {
  const accepts = {
    scheme: 'exact' as const,
    price: '$0.01',
    network: BASE_SEPOLIA,
    payTo: privateKeyToAccount(generatePrivateKey()).address,
  }
  const listed = { bazaar: { discoverable: true } }
  const city = { type: 'string', description: 'Its harbour' }
  const tides = { bazaar: { discoverable: true, inputSchema: { properties: { port: city } } } }
  site = await startTestSite({
    databaseUrl: testDatabase.url,
    gas: await createGasKeys(world),
    routes: {
      'GET /tides': {
        config: { accepts, query: ['port'], extensions: tides },
        handler: () => Response.json({ high: '06:12' }),
      },
      'POST /echo': {
        config: { accepts, extensions: listed },
        handler: async (request) => Response.json({ got: await request.json() }),
      },
      'GET /tides/[port]': {
        config: { accepts, extensions: listed },
        handler: (_request, { params }) => Response.json({ port: params.port }),
      },
      'GET /chart': {
        config: { accepts, extensions: listed },
        handler: () => new Response(new Uint8Array([137, 80, 0, 255]), { headers: { 'content-type': 'image/png' } }),
      },
      'GET /log': {
        config: { accepts, extensions: { ...listed, 'sign-in-with-x': {} } },
        handler: () => Response.json({ log: 'calm' }),
      },
      'GET /failing': { config: { accepts, extensions: listed }, handler: () => new Response('no', { status: 500 }) },
    },
  })
  const { mcp: servers, catalog } = site.application
  served = await serveFetch((request) => {
    request.headers.set(CALLER_HEADER, markCaller(caller))
    const { pathname } = new URL(request.url)
    if (pathname === '/facilitator/discovery/resources') return catalog.http.resources(request)
    return pathname === '/mcp' ? servers.answer(request) : servers.answerDiscovery(request)
  })
  await listOwnRoutes(site.application)
  buyer = await createEvmBuyer(world, 1_000_000n)
  mcp = await connectMcpBuyer(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)), buyer)
})

beforeEach(() => void (caller = `198.51.100.${(callers += 1)}`))

afterAll(async () => {
  await served?.stop()
  await site?.stop()
})

const callOf = (url: string, more: object = {}) => ({ name: 'call_resource', arguments: { url, ...more } })
const textOf = (result: Awaited<ReturnType<McpBuyer['call']>>) => {
  const [content] = result.content
  return content?.type === 'text' ? content.text : ''
}

describe('the catalog and MCP', () => {
  it('lists a paid tool once it has been paid for, as stock clients read it', async () => {
    expect((await mcp.pay({ name: 'get_weather', arguments: { city: 'Tokyo' } })).isError).toBeUndefined()
    await site.application.catalog.countSales()
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
    expect(names).toEqual(['search_resources', 'get_resource', 'list_networks', 'check_before_paying', 'call_resource'])
  })
})

describe('call_resource', () => {
  it("answers with the terms, and passes the caller's payment on", async () => {
    const before = await buyer.balance()
    const call = callOf(`${site.origin}/tides?port=Lisbon`)
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

  it("opens what was bought by the caller's sign-in, for the wallet that paid alone", async () => {
    const call = callOf(`${site.origin}/log`)
    const own = await createEvmBuyer(world, 20_000n)
    const proofOf = async (account: `0x${string}`) => {
      const { extensions } = (await mcp.call(call)).structuredContent as { extensions: Record<string, SignInExtension> }
      const challenge = extensions['sign-in-with-x'] as SignInExtension
      const proof = await signProof(evmSigningWallet(privateKeyToAccount(account)), challenge, BASE_SEPOLIA)
      return { 'sign-in-with-x': proof as object }
    }
    expect((await mcp.call(call, await proofOf(own.key))).structuredContent).toMatchObject({ x402Version: 2 })
    const { headers } = await own.sign(`${site.origin}/log`)
    expect((await fetch(`${site.origin}/log`, { headers })).status).toBe(200)
    const proof = await proofOf(own.key)
    const opened = await mcp.call(call, proof)
    expect([opened.isError, textOf(opened)]).toEqual([undefined, '{"log":"calm"}'])
    expect((await mcp.call(call, proof)).isError).toBe(true)
    expect((await mcp.call(call, await proofOf(generatePrivateKey()))).isError).toBe(true)
    expect((await mcp.call(call, { 'sign-in-with-x': 'no object' })).isError).toBe(true)
    expect(await own.balance()).toBe(10_000n)
  })

  it('sends a body, and hands an image out as one', async () => {
    const echo = await mcp.pay(callOf(`${site.origin}/echo`, { method: 'POST', body: { text: 'hello' } }))
    expect(textOf(echo)).toBe('{"got":{"text":"hello"}}')
    const chart = await mcp.pay(callOf(`${site.origin}/chart`))
    expect(chart.content).toEqual([{ type: 'image', mimeType: 'image/png', data: 'iVAA/w==' }])
  })

  it('calls only listed resources, by their own method', async () => {
    let visits = 0
    const other = await serveFetch(async () => Response.json({ visits: (visits += 1) }))
    const calls = [
      callOf('http://169.254.169.254/latest/meta-data/'),
      callOf('file:///etc/passwd'),
      callOf('not a url'),
      callOf(other.origin),
      callOf(`${other.origin}/tides`),
      callOf(`${site.origin}/nowhere`),
      callOf(`${site.origin}/tides`, { method: 'DELETE' }),
      callOf(`${site.origin}/tides/Lisbon/deeper`),
      callOf(`${site.origin.replace('//', '//reader:word@')}/tides`),
    ]
    for (const call of calls) {
      const result = await mcp.call(call)
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('Nothing is listed')])
    }
    expect(visits).toBe(0)
    await other.stop()
  })

  it('fills a template with one part of a path, and sends nothing that is not declared', async () => {
    const call = async (path: string, more = {}) => textOf(await mcp.call(callOf(`${site.origin}${path}`, more)))
    expect(textOf(await mcp.pay(callOf(`${site.origin}/tides/Porto%20Santo`)))).toBe('{"port":"Porto Santo"}')
    expect(await call('/tides/..%2Fnowhere')).toContain('no slashes')
    expect(await call('/tides?port=Lisbon&admin=1')).toBe('admin: The resource does not declare it.')
    expect(await call('/tides?port=Lisbon&port=Porto')).toBe('Expected each parameter once.')
    expect(await call('/echo', { method: 'POST', body: 'a'.repeat(40_000) })).toContain('Expected a key')
  })

  it('holds three calls of one caller, and those of others go on', async () => {
    const held = site.application.relay.places
    const places = [1, 2, 3].map(() => held.take(`relay:${caller}`))
    const call = callOf(`${site.origin}/tides`)
    expect(textOf(await mcp.call(call))).toContain('Too many calls are under way')
    const greedy = caller
    caller = '203.0.113.1'
    expect((await mcp.call(call)).structuredContent).toMatchObject({ x402Version: 2 })
    caller = greedy
    for (const leave of places) leave?.()
    expect((await mcp.call(call)).structuredContent).toMatchObject({ x402Version: 2 })
  })

  it('says what a failing resource answers, and that nothing was settled', async () => {
    const before = await buyer.balance()
    const result = await mcp.pay(callOf(`${site.origin}/failing`))
    expect([result.isError, textOf(result)]).toEqual([true, 'The resource answers 500. It reports no settlement.'])
    expect(await buyer.balance()).toBe(before)
  })

  it('takes no body with a GET', async () => {
    expect(textOf(await mcp.call(callOf(`${site.origin}/tides`, { body: 1 })))).toContain('takes no body')
  })
})
