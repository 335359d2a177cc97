import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type CallToolResult, ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { PaymentRequired } from '@x402/core/types'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'

const world = testWorld()
const site = await openTestSite()
const served = await serveFetch((request) => site.application.mcp.answer(request))
const client = new Client({ name: 'test', version: '1' })
await client.connect(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)) as never) // Its types differ.
afterAll(async () => {
  await client.close()
  await served.stop()
})

const call = { name: 'get_weather', arguments: { city: 'Lisbon' } }
const callWith = async (_meta?: Record<string, unknown>) =>
  (await client.callTool({ ...call, ...(_meta && { _meta }) })) as CallToolResult

describe("Cloudflare's agents 0.32.0, withX402Client", () => {
  it('finds the terms in _meta["x402/error"], and pays by base64 text', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const unpaid = await callWith()
    const terms = unpaid._meta?.['x402/error'] as PaymentRequired
    expect(terms).toEqual(unpaid.structuredContent)
    // As the package encodes it.
    const payment = btoa(JSON.stringify(await buyer.signTerms(terms)))
    const paid = await callWith({ 'x402/payment': payment })
    expect(paid.isError).toBeUndefined()
    expect(paid._meta?.['x402/payment-response']).toMatchObject({ success: true })
    expect(await buyer.balance()).toBe(999_000n)
  })

  it.each(['no base64!', '', 'AAAA'])('is refused %j with the terms, uncharged', async (payment) => {
    const result = await callWith({ 'x402/payment': payment })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: 'invalid_payload' } })
  })
})

describe('x402-mcp 0.0.5, which speaks version 1', () => {
  it('pays by _meta["x402.payment"], and is told so by its own key', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const unpaid = await callWith()
    const { payload, accepted } = await buyer.signTerms(unpaid.structuredContent as PaymentRequired)
    // As the package encodes it.
    const version1 = { x402Version: 1, scheme: accepted.scheme, network: 'base-sepolia', payload }
    const paid = await callWith({ 'x402.payment': btoa(JSON.stringify(version1)) })
    expect(paid.isError).toBeUndefined()
    expect(paid._meta?.['x402.payment-response']).toMatchObject({ success: true, network: 'base-sepolia' })
    expect(await buyer.balance()).toBe(999_000n)
  })

  it.each(['no base64!', '', 'AAAA', 7])('is refused %j with the terms, uncharged', async (payment) => {
    expect(await callWith({ 'x402.payment': payment })).toMatchObject({
      isError: true,
      structuredContent: { error: 'invalid_payload', x402Version: 2 },
    })
  })

  it('cannot pay in both versions at once', async () => {
    const result = await callWith({ 'x402.payment': 'AAAA', 'x402/payment': 'AAAA' })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: expect.any(String) } })
  })
})

describe('a client that names org.x402/payment', () => {
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { extensions: { 'org.x402/payment': {} } } }
  const request = (_meta: Record<string, unknown>) =>
    client.request({ method: 'tools/call', params: { ...call, _meta } }, ResultSchema)

  it('reads that the server has it', () => {
    expect(client.getServerCapabilities()).toMatchObject({ extensions: { 'org.x402/payment': {} } })
  })

  it('gets the terms as a result of their own type, and pays as any other', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const unpaid = await request(capabilities)
    expect(unpaid).toMatchObject({ resultType: 'payment_required', paymentRequired: { x402Version: 2 } })
    expect(unpaid).not.toHaveProperty('isError')
    const payment = await buyer.signTerms(unpaid.paymentRequired as PaymentRequired)
    const paid = await request({ ...capabilities, 'x402/payment': payment })
    expect(paid).toMatchObject({ _meta: { 'x402/payment-response': { success: true } } })
    expect(paid).not.toHaveProperty('resultType')
    // In work (409) until its delivery is recorded, just after the answer.
    const again = () => request({ ...capabilities, 'x402/payment': payment })
    const used = { resultType: 'payment_required', paymentRequired: { error: 'payment_already_used' } }
    await expect.poll(again).toMatchObject(used)
    expect(await buyer.balance()).toBe(999_000n)
  })
})

describe('a message by plain HTTP', () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${served.origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })

  it.each(['*/*', 'application/json', 'application/*;q=0.5', 'text/html, */*;q=0.8'])('accepts %s', async (accept) => {
    const answer = await post({ accept })
    expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('is 406 where JSON is not accepted', async () => {
    expect((await post({ accept: 'text/html' })).status).toBe(406)
  })
})
