import { setTimeout as sleep } from 'node:timers/promises'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { connectMcpBuyer } from '@/development/testing/mcp-buyer'
import { startTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'
import { closeStream, openStream, purgeStreams } from '@/lib/mcp/sse-streams'

const world = testWorld()
const testDatabase = await openTestDatabase()

/** Two instances: one holds the streams, the other gets the messages. */
let answer: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
const served = await serveFetch((request) => answer(request))
const gas = await createGasKeys(world)
const options = { databaseUrl: testDatabase.url, gas, routes: {}, publicOrigin: served.origin }
const streams = await startTestSite(options)
const messages = await startTestSite(options)
answer = (request) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/mcp/sse') return streams.application.mcp.openStream(request)
  return pathname === '/mcp' ? streams.application.mcp.answer(request) : messages.application.mcp.takeMessage(request)
}

afterAll(async () => {
  await served.stop()
  await Promise.all([streams.stop(), messages.stop()])
})

const lisbon = { name: 'get_weather', arguments: { city: 'Lisbon' } }

async function connect() {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const mcp = await connectMcpBuyer(new SSEClientTransport(new URL(`${served.origin}/mcp/sse`)), buyer)
  return { buyer, mcp }
}

it('lists its tools and sells a call, on either instance', async () => {
  const { buyer, mcp } = await connect()
  expect((await mcp.client.listTools()).tools.map(({ name }) => name)).toContain('get_weather')
  const result = await mcp.pay(lisbon)
  expect(result.structuredContent).toMatchObject({ city: 'Lisbon' })
  expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true })
  expect(await buyer.balance()).toBe(999_000n)
  while (!(await payment(buyer.address))?.deliveredAt) await sleep(20)
  await mcp.close()
  while ((await streams.application.database.mcpStream.count()) > 0) await sleep(20)
})

it.each(['', '?sessionId=none', '?sessionId=0198c0de-0000-7000-8000-000000000000'])(
  'runs nothing for a stream that is not there: "%s"',
  async (query) => {
    const response = await post(query, { ...lisbon })
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('no such stream')])
  },
)

it('keeps what was paid for when the stream is lost, and hands it out for the same payment', async () => {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const streamable = new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`))
  const mcp = await connectMcpBuyer(streamable, buyer)
  const meta = { 'x402/payment': await mcp.sign(lisbon) }
  const { database } = messages.application
  const id = await openStream(database)
  const posted = post(`?sessionId=${id}`, { ...lisbon, _meta: meta })
  while ((await database.mcpMessage.count({ where: { streamId: id } })) === 0) await sleep(20)
  await closeStream(database, id)
  expect((await posted).status).toBe(202)
  expect(await payment(buyer.address)).toMatchObject({ status: 'settled', deliveredAt: null })
  expect((await mcp.call(lisbon, meta)).structuredContent).toMatchObject({ city: 'Lisbon' })
  expect(await buyer.balance()).toBe(999_000n)
})

it('forgets streams whose holder died', async () => {
  const { database } = streams.application
  const id = await openStream(database)
  await database.execute(sql`UPDATE mcp_streams SET seen_at = now() - interval '61 seconds' WHERE id = ${id}::uuid`)
  expect((await post(`?sessionId=${id}`, lisbon)).status).toBe(404)
  await purgeStreams(database)
  expect(await database.mcpStream.findUnique({ where: { id } })).toBeNull()
})

const post = (query: string, params: object) =>
  fetch(`${served.origin}/mcp/messages${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })

const payment = (address: string) =>
  streams.application.database.payment.findFirst({ where: { payerIdentity: address.toLowerCase() } })
