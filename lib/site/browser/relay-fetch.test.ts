import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CUT_HEADER } from './purchase'
import { relayFetch } from './relay-fetch'

const values = { path: {}, query: { city: 'Oslo' }, header: {}, body: null }
let server: Server
let answer: { status: number; body: string } = { status: 200, body: '{}' }
const asked: { url: string | undefined; body: unknown }[] = []

/** Pages fetch from their own origin by path; here that origin is a server of the test. */
beforeEach(async () => {
  asked.length = 0
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({ url: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(new URL(path, origin), init))
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.close()
})

const relayed = (overrides: object = {}) => ({
  status: 200,
  body: JSON.stringify({
    kind: 'answer',
    status: 402,
    headers: { 'payment-required': 'e30=', 'x-odd': 'snow\u2603' },
    body: Buffer.from('terms').toString('base64'),
    isCut: false,
    ...overrides,
  }),
})

const ask = (payment?: string) =>
  relayFetch({ key: 'GET https://a.example/w', values })('https://a.example/w?city=Oslo', {
    headers: payment ? { 'payment-signature': payment } : {},
  })

describe('a fetch through the relay', () => {
  it('names the entry and its values, and answers as the service did', async () => {
    answer = relayed()
    const response = await ask('e30=')
    expect(asked).toEqual([
      { url: '/bazaar/relay', body: { key: 'GET https://a.example/w', ...values, payment: 'e30=' } },
    ])
    expect(response.status).toBe(402)
    expect(response.headers.get('payment-required')).toBe('e30=')
    expect(response.headers.has('x-odd')).toBe(false)
    expect(await response.text()).toBe('terms')
  })

  it('passes on an answer without a body, and one that was cut', async () => {
    answer = relayed({ status: 204, body: '' })
    expect((await ask()).status).toBe(204)
    answer = relayed({ status: 200, isCut: true })
    expect((await ask()).headers.get(CUT_HEADER)).toBe('true')
  })

  it.each([
    ['a lost answer', { status: 502, body: JSON.stringify({ kind: 'fault', message: 'Lost.', isSent: true }) }],
    ['no answer of the relay', { status: 500, body: JSON.stringify({}) }],
    ['an answer that is no JSON', { status: 502, body: '<html>' }],
  ])('throws on %s, so that a payment is kept', async (_what, given) => {
    answer = given
    await expect(ask('e30=')).rejects.toThrow()
  })

  it.each([
    ['never left', { status: 502, body: JSON.stringify({ kind: 'fault', message: 'Private.', isSent: false }) }],
    ['was refused', { status: 429, body: JSON.stringify({ code: 'RELAY_TOO_OFTEN', detail: 'Private.' }) }],
  ])('says of a payment that %s that it may be sent again', async (_what, given) => {
    answer = given
    const response = await ask('e30=')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ code: 'relay_refused', detail: 'Private.' })
    await expect(ask()).rejects.toThrow('Private.')
  })
})
