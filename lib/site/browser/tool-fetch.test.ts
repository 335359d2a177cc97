import { expect, test } from 'vitest'
import { parsePaymentRequired, parseSettleResponse } from '@/lib/client/parse-exchange'
import { toolFetch } from './tool-fetch'

const encode = (value: unknown) => btoa(JSON.stringify(value))

/** Calls the tool with a server that gives this answer; the answer's HTTP form, and what was sent. */
async function call(answer: object, headers: Record<string, string> = {}) {
  const sent: unknown[] = []
  const send: typeof fetch = async (_input, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ jsonrpc: '2.0', id: 1, ...answer })
  }
  const url = 'http://localhost/mcp?tool=get_weather'
  const response = await toolFetch('get_weather', send)(url, { method: 'POST', headers, body: '{"city":"Lisbon"}' })
  return { response, sent: sent[0] }
}

const challenge = {
  x402Version: 2,
  resource: { url: 'mcp://tool/get_weather' },
  accepts: [
    { scheme: 'exact', network: 'eip155:84532', amount: '1000', asset: '0xa', payTo: '0xb', maxTimeoutSeconds: 60 },
  ],
}
const settlement = { success: true, transaction: '0x1', network: 'eip155:84532' }

test('sends arguments and payment, and answers with the content and its settlement', async () => {
  const payload = { x402Version: 2, payload: { signature: '0x' } }
  const result = { structuredContent: { low: 12 }, content: [], _meta: { 'x402/payment-response': settlement } }
  const { response, sent } = await call({ result }, { 'payment-signature': encode(payload) })
  expect(sent).toMatchObject({
    method: 'tools/call',
    params: { name: 'get_weather', arguments: { city: 'Lisbon' }, _meta: { 'x402/payment': payload } },
  })
  expect([response.status, await response.json()]).toEqual([200, { low: 12 }])
  expect(parseSettleResponse(response.headers)).toMatchObject(settlement)
})

test('a demand for payment is a 402 that the checkout can read', async () => {
  const { response, sent } = await call({
    result: {
      isError: true,
      structuredContent: { ...challenge, detail: 'Pay.' },
      content: [{ type: 'text', text: '' }],
    },
  })
  expect(sent).not.toHaveProperty('params._meta')
  expect(response.status).toBe(402)
  expect(parsePaymentRequired(response.headers)).toEqual(challenge)
})

test.each<[string, object, number, string | null]>([
  [
    'an outcome that is open',
    { result: { isError: true, structuredContent: { status: 503, code: 'settlement_unknown' } } },
    503,
    'settlement_unknown',
  ],
  [
    "the tool's own failure",
    { result: { isError: true, content: [{ type: 'text', text: 'No city' }] } },
    422,
    'tool_failed',
  ],
  ['refused arguments', { error: { code: -32_602, message: 'Wrong' } }, 400, 'tool_refused'],
  [
    'a broken server, which cannot say what became of a payment',
    { error: { code: -32_603, message: 'Broken' } },
    500,
    null,
  ],
])('tells %s', async (_, answer, status, code) => {
  const { response } = await call(answer)
  expect(response.status).toBe(status)
  const text = await response.text()
  if (code === null) expect(() => JSON.parse(text)).toThrow()
  else expect(JSON.parse(text)).toMatchObject({ code })
})
