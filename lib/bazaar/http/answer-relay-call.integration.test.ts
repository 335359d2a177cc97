import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answer402, challenge, createCatalogWorld } from '@/development/testing/catalog-world'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { createRateLimit, createShares } from '@/lib/base/http/limits'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { privateAddresses } from '@/lib/base/infra/testing/private-addresses'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { relayCall } from '../browse/relay-call'
import { parseListing } from '../ingest/parse-listing'
import { saveEntries } from '../ingest/save-entries'
import { answerRelayCall, type RelaySite, relayPlaces } from './answer-relay-call'

let now = new Date('2026-11-21T12:00:00Z')
const seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] = []
let answer: (response: ServerResponse, request: IncomingMessage) => void = (response) =>
  answer402(response, challenge())

const world = await createCatalogWorld()
const origin = await world.serve((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { url = '', method = '', headers } = request
    seen.push({ url, method, headers, body: Buffer.concat(chunks).toString() })
    answer(response, request)
  })
})
const site: RelaySite = {
  publicOrigin: 'http://localhost:4021',
  relay: (input) => world.catalog.relay(input),
  takeTurn: createRateLimit(() => now),
  callsPerSecond: 2,
  places: createShares(relayPlaces),
}
afterAll(() => world.stop())
beforeEach(() => {
  seen.length = 0
  now = new Date(now.getTime() + 60_000)
  answer = (response) => answer402(response, challenge())
})

const input = { type: 'http', method: 'GET', queryParams: { city: 'Oslo' }, headers: { 'x-units': 'si', cookie: 'c' } }

async function list(resource: string, { method = 'GET', declared = input as object } = {}): Promise<string> {
  const listing = { ...challenge(), type: 'http', method, resource, discoveryInfo: { input: { ...declared, method } } }
  const parsed = parseListing(listing, { allowLoopback: true })
  if (!parsed.ok) throw new Error(parsed.code)
  const provenance = {
    source: 'probed' as const,
    sourceLabel: 'test',
    verification: 'live' as const,
    probeUrl: resource,
  }
  await saveEntries(world.database, [{ draft: parsed.draft, provenance }], world.deps.clock())
  return parsed.draft.key
}

const pageHeaders = {
  'content-type': 'application/json',
  origin: 'http://localhost:4021',
  'sec-fetch-site': 'same-origin',
}

const call = (body: unknown, headers: Record<string, string> = pageHeaders, from = '198.51.100.1', over = site) =>
  answerRelayCall(
    over,
    new Request('http://localhost:4021/bazaar/relay', {
      method: 'POST',
      headers: {
        ...headers,
        [CALLER_HEADER]: markCaller(from),
        cookie: 'turnpike_session=secret',
        authorization: 'Bearer secret',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    inEnglish,
  )

const codeOf = async (response: Response) => `${response.status} ${(await response.json()).code}`

describe('a relayed call', () => {
  it('carries the declared values and the payment, and nothing of the reader', async () => {
    answer = (response) =>
      response
        .writeHead(200, {
          'payment-response': 'e30=',
          'set-cookie': 'track=1',
          'content-type': 'text/html',
          location: '/x',
        })
        .end('<script>1</script>')
    const key = await list(`${origin}/weather`)
    const query = { city: 'São Paulo' }
    const response = await call({ key, query, header: { 'x-units': 'metric' }, payment: 'e30=' })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const { status, headers, body, isCut } = await response.json()
    expect({ status, isCut, body: Buffer.from(body, 'base64').toString() }).toEqual({
      status: 200,
      isCut: false,
      body: '<script>1</script>',
    })
    expect(headers).toMatchObject({ 'payment-response': 'e30=', 'content-type': 'text/html' })
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['set-cookie']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['location']))
    const [sent] = seen
    expect(sent).toMatchObject({ method: 'GET', url: '/weather?city=S%C3%A3o+Paulo' })
    expect(sent?.headers).toMatchObject({ 'payment-signature': 'e30=', 'x-units': 'metric' })
    for (const name of ['cookie', 'authorization', CALLER_HEADER, 'origin', 'referer']) {
      expect(sent?.headers).not.toHaveProperty(name)
    }
  })

  it('sends a body to a resource that takes one', async () => {
    const key = await list(`${origin}/summary`, {
      method: 'POST',
      declared: { type: 'http', bodyType: 'json', body: {} },
    })
    const response = await call({ key, body: '{"text":"a"}' })
    expect((await response.json()).status).toBe(402)
    expect(seen).toMatchObject([
      { method: 'POST', body: '{"text":"a"}', headers: { 'content-type': 'application/json' } },
    ])
  })

  it('keeps the head of an answer that is too large, which says that it was paid for', async () => {
    answer = (response) => response.writeHead(200, { 'payment-response': 'e30=' }).end(Buffer.alloc(3_000_000, 'a'))
    const response = await call({ key: await list(`${origin}/large`), payment: 'e30=' })
    const { headers, isCut, body } = await response.json()
    expect(isCut).toBe(true)
    expect(headers['payment-response']).toBe('e30=')
    expect(Buffer.from(body, 'base64')).toHaveLength(1_000_000)
  })

  it('says whether the payment may have arrived when no answer came', async () => {
    answer = (response) => response.destroy()
    const lost = await call({ key: await list(`${origin}/lost`), payment: 'e30=' })
    expect(lost.status).toBe(502)
    expect(await lost.json()).toMatchObject({ fault: 'unreachable', isSent: true })
    const key = await list('http://refused.localhost:8080/never')
    const refused = {
      ...world.deps,
      fetch: (url: string, options = {}) => safeFetch(url, { ...options, resolve: async () => ['10.0.0.7'] }),
    }
    expect(await relayCall(refused, { key, payment: 'e30=' })).toMatchObject({
      fault: 'address_refused',
      isSent: false,
    })
  })

  it.each(privateAddresses)('goes nowhere when the name of a listed host leads to %s', async (address) => {
    const key = await list('http://listed.localhost:8080/anything')
    const fetch: typeof safeFetch = (url, options) => safeFetch(url, { ...options, resolve: async () => [address] })
    const outcome = await relayCall({ ...world.deps, reach: 'public', fetch }, { key })
    expect(outcome).toMatchObject({ fault: 'address_refused', isSent: false })
  })

  it('follows no redirect, so that a payment goes to no other host', async () => {
    answer = (response) => response.writeHead(307, { location: `${origin}/elsewhere` }).end()
    const response = await call({ key: await list(`${origin}/moved`), payment: 'e30=' })
    expect(await response.json()).toMatchObject({ kind: 'fault', fault: 'too_many_redirects' })
    expect(seen).toHaveLength(1)
  })
})

describe('the relay', () => {
  it.each<[string, unknown, string]>([
    ['what is not listed', { key: 'GET http://localhost:1/unlisted' }, '404 ENTRY_NOT_FOUND'],
    ['a free address', { key: 'x', url: 'http://example.com/' }, '400 INVALID_PARAMETER'],
    ['no JSON', '{', '400 BODY_NOT_JSON'],
    ['a list', [], '400 INVALID_PARAMETER'],
    ['a payment that is no header', { key: 'x', payment: 'a\r\nb' }, '400 INVALID_PARAMETER'],
    ['a body beyond the limit', JSON.stringify({ key: 'x', body: 'a'.repeat(70_000) }), '413 BODY_TOO_LARGE'],
  ])('refuses %s', async (_what, body, code) => {
    expect(await codeOf(await call(body))).toBe(code)
    expect(seen).toEqual([])
  })

  it('refuses values that the seller did not declare', async () => {
    const key = await list(`${origin}/weather`)
    expect(await codeOf(await call({ key, query: { admin: '1' } }))).toBe('400 INVALID_PARAMETER')
    expect(await codeOf(await call({ key, header: { cookie: 'a' } }))).toBe('400 INVALID_PARAMETER')
    expect(await codeOf(await call({ key, path: { up: '..' } }))).toBe('400 INVALID_PARAMETER')
    expect(seen).toEqual([])
  })

  it('refuses what this site serves itself', async () => {
    const key = await list('http://localhost:4021/weather')
    expect(await codeOf(await call({ key }))).toBe('400 RELAY_NOT_NEEDED')
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { ...pageHeaders, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a form, which needs no permission', { ...pageHeaders, 'content-type': 'text/plain' }],
    ['no browser', { 'content-type': 'application/json' }],
  ])('refuses %s', async (_who, headers) => {
    expect(await codeOf(await call({ key: await list(`${origin}/weather`) }, headers))).toBe('403 FOREIGN_ORIGIN')
    expect(seen).toEqual([])
  })

  it('limits how often one address calls, and no other address', async () => {
    const key = await list(`${origin}/often`)
    const statuses: number[] = []
    for (let index = 0; index < 22; index += 1) {
      statuses.push((await call({ key }, pageHeaders, '198.51.100.7')).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect((await call({ key }, pageHeaders, '198.51.100.8')).status).toBe(200)
  })

  it('limits how many calls of one address are under way, and frees their places', async () => {
    const key = await list(`${origin}/waiting`)
    const waiting: ServerResponse[] = []
    answer = (response) => void waiting.push(response)
    const first = Array.from({ length: 3 }, () => call({ key }))
    while (waiting.length < 3) await sleep(20)
    const fourth = await call({ key })
    expect(fourth.headers.get('retry-after')).toBe('5')
    expect(await codeOf(fourth)).toBe('503 RELAY_BUSY')
    for (const response of waiting) answer402(response, challenge())
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect([1, 2, 3].map(() => site.places.take('relay:198.51.100.1'))).not.toContain(null)
  })
})
