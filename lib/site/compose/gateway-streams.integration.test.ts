import { type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliCompress, createDeflate, createGzip } from 'node:zlib'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { openTestSite } from '@/development/testing/open-test-site'
import { runSteps } from '@/development/testing/run-steps'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { parseDocument } from '@/lib/shop/sellers/gateways/documents/parse-document'
import { readOperations } from '@/lib/shop/sellers/gateways/documents/read-operations'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { listUpstreamKeys, makeUpstreamKey } from '@/lib/shop/sellers/keys/upstream-keys'

// Has its own site: it reads what all shops share, or uses up limits that all callers share.
const site = await openTestSite()
/** The answer under way, for a test to continue. */
let under: ServerResponse | null = null
let isStopped = false
/** Sends on at once what is compressed. */
let flushed = (_text: string) => {}
let heard: IncomingHttpHeaders = {}

const LARGE_PARTS = 12
const OPENING = ': open\n\n'
const service = await serveNode((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
  heard = request.headers
  if (pathname.startsWith('/who')) return void response.end('{}')
  if (pathname === '/counted') {
    response.writeHead(200, { trailer: 'Settlement-Amount' })
    response.write('{}')
    response.addTrailers({ 'Settlement-Amount': searchParams.get('is') ?? '' })
    return void response.end()
  }
  if (pathname === '/large') {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (let part = 0; part < LARGE_PARTS; part += 1) response.write(Buffer.alloc(1_000_000, part))
    return void response.end()
  }
  if (pathname === '/broken') return void response.writeHead(500).end()
  const packed = /^\/packed\/(\w+)/.exec(pathname)?.[1]
  if (packed === 'torn') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('?')
  if (packed === 'zstd') return void response.writeHead(200, { 'content-encoding': 'zstd' }).end('?')
  if (packed) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': packed.toUpperCase() })
    const pack = packed === 'br' ? createBrotliCompress() : packed === 'gzip' ? createGzip() : createDeflate()
    pack.pipe(response)
    flushed = (text) => void (pack.write(text), pack.flush())
    return flushed(OPENING)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.on('close', () => void (isStopped = true))
  isStopped = false
  under = response
  // Sent first, as services do, so that the head gets through every server on the way.
  response.write(OPENING)
})

const event = (text: string) => `data: ${text}\n\n`
const operation = (path: string, more: object) => ({ method: 'GET', path, title: path, dollars: '$0.10', ...more })
const perEvent = { isStreaming: true, metering: { unit: 'event', dollars: '$0.01' } }

const seller = await createTestSeller(site)
await saveGateway(site.application.sellers, seller.actor, null, {
  title: 'Streams',
  prefix: '/api',
  upstream: { url: service.origin, timeoutMs: 30_000 },
  networks: [BASE_SEPOLIA],
  operations: [
    operation('/events', { ...perEvent, mimeType: 'text/event-stream' }),
    operation('/broken', perEvent),
    operation('/packed/gzip', perEvent),
    operation('/packed/deflate', perEvent),
    operation('/packed/br', perEvent),
    operation('/packed/zstd', { isStreaming: true }),
    operation('/packed/torn', { isStreaming: true }),
    operation('/fixed', { isStreaming: true, discovery: { isListed: true } }),
    operation('/large', { isStreaming: true }),
    operation('/who', {}),
    { method: 'GET', path: '/who/free', title: 'Free', access: 'free' },
    operation('/counted', { metering: { unit: 'header' } }),
  ],
})

const urlOf = (path: string) => `${site.origin}/x/${seller.handle}/api${path}`
const rowOf = (buyer: { address: string }) =>
  site.application.database.payment.findFirst({ where: { payer: buyer.address.toLowerCase() } })
async function untilEnded(buyer: { address: string }) {
  while (['claimed', 'streaming', 'settling', undefined].includes((await rowOf(buyer))?.status)) await sleep(10)
  return rowOf(buyer)
}
function readerOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return async () => (await reader?.read())?.value
}
async function open(path: string) {
  const buyer = await createEvmBuyer(testWorld(), 1_000_000n)
  const response = await fetch(urlOf(path), { headers: (await buyer.sign(urlOf(path))).headers })
  return { buyer, response, next: readerOf(response) }
}

describe('a metered stream of events', () => {
  it('passes each event as it comes, and is charged for what was sent when the buyer hangs up', async () => {
    const buyer = await createChannelBuyer(testWorld(), 1_000_000n)
    const hangUp = new AbortController()
    const response = await buyer.fetch(urlOf('/events'), { signal: hangUp.signal })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const next = readerOf(response)
    expect(await next()).toBe(OPENING)
    for (const word of ['one', 'two', 'three']) {
      under?.write(event(word))
      // The service has sent only this, and waits.
      expect(await next()).toBe(event(word))
    }
    expect(await rowOf(buyer)).toMatchObject({ status: 'streaming' })
    hangUp.abort()
    expect(await untilEnded(buyer)).toMatchObject({ status: 'settled' })
    expect((await rowOf(buyer))?.settledAtomic?.toFixed(0)).toBe('30000')
    await expect.poll(() => isStopped).toBe(true)
  })

  it.each(['gzip', 'deflate', 'br'])(
    'that comes as %s is passed as plain events, and counted as such',
    async (encoding) => {
      const buyer = await createChannelBuyer(testWorld(), 1_000_000n)
      const hangUp = new AbortController()
      const response = await buyer.fetch(urlOf(`/packed/${encoding}`), { signal: hangUp.signal })
      const next = readerOf(response)
      expect([response.headers.get('content-encoding'), await next()]).toEqual([null, OPENING])
      for (const word of ['one', 'two']) {
        flushed(event(word))
        expect(await next()).toBe(event(word))
      }
      hangUp.abort()
      await untilEnded(buyer)
      expect((await rowOf(buyer))?.settledAtomic?.toFixed(0)).toBe('20000')
    },
  )

  it('ends before the event that would cost more than was signed for', async () => {
    const buyer = await createChannelBuyer(testWorld(), 1_000_000n)
    const next = readerOf(await buyer.fetch(urlOf('/events')))
    expect(await next()).toBe(OPENING)
    under?.write(Array.from({ length: 10 }, (_, at) => event(`number ${at}`)).join(''))
    expect((await next())?.trim().split('\n\n')).toHaveLength(10)
    under?.write(event('unpaid'))
    await expect(next()).rejects.toThrow()
    await untilEnded(buyer)
    expect((await rowOf(buyer))?.settledAtomic?.toFixed(0)).toBe('100000')
    await expect.poll(() => isStopped).toBe(true)
  })
})

describe('a stream of a fixed price', () => {
  it('begins once it is paid for, and passes as it comes', async () => {
    const { buyer, response, next } = await open('/fixed')
    expect(await next()).toBe(OPENING)
    expect(response.headers.get('payment-response')).not.toBeNull()
    expect(await buyer.balance()).toBe(900_000n)
    under?.write(event('one'))
    expect(await next()).toBe(event('one'))
    under?.end(event('two'))
    expect(await next()).toBe(event('two'))
    expect(await next()).toBeUndefined()
    await expect.poll(async () => (await rowOf(buyer))?.deliveredAt).not.toBeNull()
  })

  it.each([
    ['zstd', 502],
    ['torn', 500],
  ])('that comes in an encoding which cannot be read (%s) is not charged', async (encoding, status) => {
    const { buyer, response, next } = await open(`/packed/${encoding}`)
    expect([response.status, await next()]).toEqual([status, expect.stringContaining('You were not charged')])
    expect([await buyer.balance(), (await rowOf(buyer))?.status]).toEqual([1_000_000n, 'abandoned'])
  })

  it('may be larger than any answer that is held', async () => {
    const buyer = await createEvmBuyer(testWorld(), 1_000_000n)
    const response = await fetch(urlOf('/large'), { headers: (await buyer.sign(urlOf('/large'))).headers })
    expect((await response.arrayBuffer()).byteLength).toBe(LARGE_PARTS * 1_000_000)
    expect(await buyer.balance()).toBe(900_000n)
  })
})

it('an amount that the service names in a header is charged as the trailer after the body names it', async () => {
  const { buyer, response, next } = await open('/counted?is=12.5%25')
  expect([response.status, await next()]).toEqual([200, '{}'])
  await untilEnded(buyer)
  expect(await buyer.balance()).toBe(987_500n)
})

describe('what the service hears of its buyer', () => {
  const forged = { 'turnpike-buyer': 'forged by the caller' }
  const claims = () =>
    JSON.parse(Buffer.from(String(heard['turnpike-buyer']).split('.')[1] ?? '', 'base64url').toString())
  const ask = async () => {
    const buyer = await createEvmBuyer(testWorld(), 1_000_000n)
    const { headers } = await buyer.sign(urlOf('/who'))
    expect((await fetch(`${urlOf('/who')}?a=b`, { headers: { ...headers, ...forged } })).status).toBe(200)
    return buyer
  }

  it('is nothing without a key, and never what a caller says', async () => {
    await ask()
    expect(heard['turnpike-buyer']).toBeUndefined()
    await fetch(urlOf('/who/free'), { headers: forged })
    expect(heard['turnpike-buyer']).toBeUndefined()
  })

  it('is signed by the key of the shop, for that very request', async () => {
    const { key, keyId } = await makeUpstreamKey(site.application.sellers, seller.actor, {})
    const buyer = await ask()
    const row = await rowOf(buyer)
    const { payload, protectedHeader } = await jwtVerify(String(heard['turnpike-buyer']), new TextEncoder().encode(key))
    expect(protectedHeader).toMatchObject({ alg: 'HS256', kid: keyId })
    expect(payload).toMatchObject({
      ...{
        kind: 'payment',
        sub: row?.payer,
        payment: row?.id,
        network: BASE_SEPOLIA,
        scheme: 'exact',
        amount: '100000',
      },
      ...{ method: 'GET', path: '/who?a=b', route: `GET /x/${seller.handle}/api/who`, iss: site.origin },
    })
    await fetch(urlOf('/who/free'), { headers: forged })
    expect(claims()).toMatchObject({ kind: 'free', path: '/who/free' })
  })

  it('goes on under the old key until the new one may be known, and no longer where that has leaked', async () => {
    const context = site.application.sellers
    const [old] = await listUpstreamKeys(context, seller.actor)
    const next = await makeUpstreamKey(context, seller.actor, {})
    const kid = () => decodeProtectedHeader(String(heard['turnpike-buyer'])).kid
    await fetch(urlOf('/who/free'))
    expect(kid()).toBe(old?.keyId)
    expect(next.signsFrom.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
    const atOnce = await makeUpstreamKey(context, seller.actor, { now: true })
    await fetch(urlOf('/who/free'))
    expect(kid()).toBe(atOnce.keyId)
    expect(await listUpstreamKeys(context, seller.actor)).toHaveLength(1)
    const stored = await context.database.upstreamKey.findFirstOrThrow({ where: { id: atOnce.keyId } })
    expect(Buffer.from(stored.sealedKey).toString('latin1')).not.toContain(atOnce.key)
  })
})

it('the document of what is sold names the listed routes of a shop with their prices, and no other', async () => {
  const text = await site.application.paidDocument(seller.handle)
  const { operations } = runSteps(readOperations(parseDocument(text ?? ''), { maximum: 200, url: null }))
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /x/${seller.handle}/api/fixed`])
  expect(text).toContain('"x-payment-info":{"price":{"mode":"fixed","currency":"USD","amount":"0.10"}')
  expect(await site.application.paidDocument(null)).toContain(`/x/${seller.handle}/api/fixed`)
})
