import { setTimeout as sleep } from 'node:timers/promises'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, describe, expect, it } from 'vitest'
import { connectMcpBuyer, type McpBuyer } from '@/development/testing/mcp-buyer'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer, type StockBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'

const world = testWorld()
const site = await openTestSite()

const served = await serveFetch((request) => site.application.mcp.answer(request))

afterAll(async () => {
  await served.stop()
})

const connect = (buyer: StockBuyer): Promise<McpBuyer> =>
  connectMcpBuyer(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)), buyer)

async function connectEvm(): Promise<{ buyer: TestBuyer; mcp: McpBuyer }> {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  return { buyer, mcp: await connect(buyer) }
}

const lisbon = { name: 'get_weather', arguments: { city: 'Lisbon' } }

describe('the MCP server', () => {
  it('lists its tools without output schemas, and says for free what is sold', async () => {
    const { mcp } = await connectEvm()
    const { tools } = await mcp.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get_weather', 'summarize', 'list_paid_tools']),
    )
    expect(tools.filter((tool) => 'outputSchema' in tool)).toEqual([])
    const list = await mcp.call({ name: 'list_paid_tools' })
    expect(list.isError).toBeUndefined()
    expect(JSON.stringify(list.structuredContent)).toContain('"price":"$0.001"')
  })

  it('answers an unpaid call with the terms, and nothing of the content', async () => {
    const { mcp } = await connectEvm()
    const result = await mcp.call(lisbon)
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      x402Version: 2,
      error: 'Payment required',
      resource: { url: 'mcp://tool/get_weather' },
      accepts: [
        { scheme: 'exact', network: BASE_SEPOLIA, amount: '1000' },
        { scheme: 'exact', network: SOLANA_DEVNET, amount: '1000' },
      ],
      extensions: {
        bazaar: {
          info: {
            input: { type: 'mcp', toolName: 'get_weather', transport: 'streamable-http', example: { city: 'Lisbon' } },
          },
        },
      },
    })
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }])
    expect(JSON.stringify(result)).not.toContain('sunshineHoursPerDay')
  })
})

describe('the MCP server, refusing', () => {
  it('refuses a payment a second time, and for another call', async () => {
    const { buyer, mcp } = await connectEvm()
    const meta = { 'x402/payment': await mcp.sign(lisbon) }
    expect((await mcp.call(lisbon, meta)).isError).toBeUndefined()
    while (!(await payment(buyer))?.deliveredAt) await sleep(20)
    for (const call of [lisbon, { ...lisbon, arguments: { city: 'Tokyo' } }]) {
      const again = await mcp.call(call, meta)
      expectTerms(again)
      expect(again.structuredContent).toMatchObject({ error: 'payment_already_used' })
    }
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('charges nothing for wrong arguments or a failing tool, and takes the same payment for a right call', async () => {
    const { buyer, mcp } = await connectEvm()
    const meta = { 'x402/payment': await mcp.sign(lisbon) }
    const wrong = await mcp.call({ name: 'get_weather', arguments: { city: 7 } }, meta)
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('input schema') }] })
    const unknown = await mcp.call({ name: 'get_weather', arguments: { city: 'Atlantis' } }, meta)
    expect(unknown).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not charged') }] })
    expect(await buyer.balance()).toBe(1_000_000n)
    expect((await mcp.call(lisbon, meta)).structuredContent).toMatchObject({ city: 'Lisbon' })
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('keeps what was paid for when the caller goes away, and hands it out for the same payment', async () => {
    const { buyer, mcp } = await connectEvm()
    const meta = { 'x402/payment': await mcp.sign(lisbon) }
    const response = await site.application.mcp.answer(rawCall({ ...lisbon, _meta: meta }))
    await response.body?.cancel()
    expect(await payment(buyer)).toMatchObject({ status: 'settled', deliveredAt: null })
    expect((await mcp.call(lisbon, meta)).structuredContent).toMatchObject({ city: 'Lisbon' })
    expect(await buyer.balance()).toBe(999_000n)
    while (!(await payment(buyer))?.deliveredAt) await sleep(20)
  })
})

function expectTerms(result: Awaited<ReturnType<McpBuyer['call']>>) {
  expect(result.isError).toBe(true)
  expect(result.structuredContent).toMatchObject({
    x402Version: 2,
    resource: { url: expect.stringContaining('mcp://tool/') },
  })
  expect(result.structuredContent).not.toHaveProperty('city')
}

const payment = (buyer: TestBuyer) =>
  site.application.database.payment.findFirst({
    where: { payerIdentity: buyer.address.toLowerCase() },
    orderBy: { claimedAt: 'desc' },
  })

const rawCall = (params: object) =>
  new Request(`${site.origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
