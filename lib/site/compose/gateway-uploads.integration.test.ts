import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'

const MB = 1_000_000
const site = await openTestSite()
const { database } = site.application

/** The part of the current or last upload that the service received. */
let taken = { bytes: 0, isBrokenOff: false, headers: {} as IncomingHttpHeaders }
let asked = 0
/** Tests that wait for the service in the middle of an upload. */
const waiting = new Set<() => void>()
const service = await serveNode((request, response) => void serve(request, response))

async function serve(request: IncomingMessage, response: ServerResponse) {
  asked += 1
  const { pathname } = new URL(request.url ?? '/', 'http://service')
  taken = { bytes: 0, isBrokenOff: false, headers: request.headers }
  if (pathname === '/full') return void response.writeHead(413).end()
  const hash = await takeIn(request)
  if (hash === null) return
  response.setHeader('Settlement-Amount', '$0.03')
  response.end(JSON.stringify({ bytes: taken.bytes, sha256: hash }))
}

async function takeIn(request: IncomingMessage): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      hash.update(part)
      taken.bytes += part.length
      for (const look of waiting) look()
    }
    return hash.digest('hex')
  } catch {
    taken.isBrokenOff = true
    for (const look of waiting) look()
    return null
  }
}

const until = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!holds()) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
  })

const upload = (path: string, more: object = {}) => ({
  ...{ method: 'POST', path, title: path, dollars: '$0.10', maxUploadBytes: 20 * MB },
  ...more,
})

const seller = await createTestSeller(site)
await saveGateway(site.application.sellers, seller.actor, null, {
  title: 'Uploads',
  prefix: '/api',
  upstream: { url: service.origin, timeoutMs: 30_000 },
  networks: [BASE_SEPOLIA],
  operations: [
    upload('/files'),
    upload('/full'),
    upload('/streamed', { isStreaming: true }),
    upload('/metered', { metering: { unit: 'header' } }),
    { method: 'POST', path: '/held', title: 'Held', dollars: '$0.10' },
    upload('/free', { access: 'free', dollars: undefined }),
  ],
})
beforeEach(() => {
  asked = 0
})

const urlOf = (path: string) => `${site.origin}/x/${seller.handle}/api${path}`
const newBuyer = () => createEvmBuyer(testWorld(), MB_OF_USDC)
const MB_OF_USDC = 1_000_000n
const rowsOf = (buyer: TestBuyer) => database.payment.findMany({ where: { payer: buyer.address.toLowerCase() } })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function send(
  buyer: TestBuyer,
  path: string,
  body: BodyInit,
  { headers = {}, signal = null }: { headers?: Record<string, string>; signal?: AbortSignal | null } = {},
) {
  const paid = (await buyer.sign(urlOf(path), { method: 'POST' })).headers
  const init = { method: 'POST', headers: { ...paid, ...headers }, body, signal, duplex: 'half' }
  return fetch(urlOf(path), init as RequestInit) // Types of browsers leave `duplex` out.
}

/** A body of parts of 64 KB, each made when it is requested; `between` is awaited before the part of that number. */
function inParts(count: number, between: (part: number) => Promise<void> = async () => {}) {
  let part = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (part === count) return controller.close()
        await between(part)
        controller.enqueue(new Uint8Array(65_536).fill(part))
        part += 1
      },
    },
    { highWaterMark: 0 },
  )
}

describe('an upload to a seller’s service', () => {
  it('arrives there while it is sent, whole, and is charged once', async () => {
    const buyer = await newBuyer()
    // The last part leaves when the service has the ones before it.
    const body = inParts(40, (part) => (part === 39 ? until(() => taken.bytes === 39 * 65_536) : Promise.resolve()))
    const response = await send(buyer, '/files', body, { headers: { 'Content-Type': 'video/mp4' } })
    const whole = Buffer.concat(Array.from({ length: 40 }, (_, part) => Buffer.alloc(65_536, part)))
    expect([response.status, await response.json()]).toEqual([200, { bytes: whole.length, sha256: sha256(whole) }])
    expect(taken.headers).toMatchObject({ 'transfer-encoding': 'chunked', 'content-type': 'video/mp4' })
    expect(await buyer.balance()).toBe(900_000n)
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled' }])
  })

  it('is paid for first where the answer leaves as it comes, and metered where the service counts', async () => {
    const [first, metered] = [await newBuyer(), await newBuyer()]
    expect((await (await send(first, '/streamed', inParts(30))).json()).bytes).toBe(30 * 65_536)
    expect(await first.balance()).toBe(900_000n)
    expect((await (await send(metered, '/metered', inParts(30))).json()).bytes).toBe(30 * 65_536)
    expect(await metered.balance()).toBe(970_000n)
  })

  it('reaches nobody without a payment that holds', async () => {
    const init = { method: 'POST', body: inParts(2), duplex: 'half' }
    expect((await fetch(urlOf('/files'), init as RequestInit)).status).toBe(402)
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(urlOf('/files'), { method: 'POST' })
    const [name = '', value = ''] = Object.entries(headers).find(([name]) => /payment-signature/i.test(name)) ?? []
    const payload = JSON.parse(atob(value))
    payload.payload.authorization.value = '99999'
    const forged = { ...init, body: inParts(2), headers: { [name]: btoa(JSON.stringify(payload)) } }
    expect((await fetch(urlOf('/files'), forged as RequestInit)).status).toBe(402)
    expect(asked).toBe(0)
  })

  it('is refused before it is paid for when it says that it is too large, and the payment stays unused', async () => {
    const buyer = await newBuyer()
    const response = await send(buyer, '/files', new Uint8Array(20 * MB + 1))
    expect([response.status, (await response.json()).code]).toEqual([413, 'request_too_large'])
    expect([asked, await rowsOf(buyer), await buyer.balance()]).toEqual([0, [], 1_000_000n])
  })

  it('is broken off when it becomes too large, and costs nothing', async () => {
    const buyer = await newBuyer()
    const response = await send(buyer, '/files', inParts(400))
    const problem = await response.json()
    expect([response.status, problem.code, problem.detail]).toEqual([
      413,
      'request_too_large',
      'The request body is larger than the 20000000 bytes that this route reads. You were not charged.',
    ])
    await until(() => taken.isBrokenOff)
    expect(taken.bytes).toBeLessThanOrEqual(20 * MB)
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'abandoned', reason: 'handler_413' }])
    expect(await buyer.balance()).toBe(1_000_000n)
  })

  it('that its buyer breaks off is broken off there too, and costs nothing', async () => {
    const buyer = await newBuyer()
    const hangUp = new AbortController()
    const body = inParts(9, async (part) => {
      if (part < 5) return
      await until(() => taken.bytes > 0)
      hangUp.abort()
    })
    await expect(send(buyer, '/files', body, { signal: hangUp.signal })).rejects.toThrow()
    await until(() => taken.isBrokenOff)
    await expect.poll(() => rowsOf(buyer)).toMatchObject([{ status: 'abandoned', reason: 'handler_408' }])
    expect(await buyer.balance()).toBe(1_000_000n)
  })

  it('is not taken for another one whose content is due still, unless its digest says that it is the same', async () => {
    const buyer = await newBuyer()
    const [one, other] = [new Uint8Array(MB).fill(1), new Uint8Array(MB).fill(2)]
    const digest = (bytes: Uint8Array) => ({
      'Content-Digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    })
    expect((await (await send(buyer, '/files', one)).json()).sha256).toBe(sha256(one))
    const payer = buyer.address.toLowerCase()
    const owe = async () => {
      // Otherwise the note of the last delivery may come after.
      const last = () => database.payment.findFirst({ where: { payer }, orderBy: { claimedAt: 'desc' } })
      await expect.poll(async () => (await last())?.deliveredAt ?? null).not.toBeNull()
      await database.payment.updateMany({ where: { payer }, data: { deliveredAt: null } })
    }
    await owe()
    expect((await (await send(buyer, '/files', other)).json()).sha256).toBe(sha256(other))
    expect(await buyer.balance()).toBe(800_000n)

    expect((await (await send(buyer, '/files', one, { headers: digest(one) })).json()).sha256).toBe(sha256(one))
    expect(await buyer.balance()).toBe(700_000n)
    await owe()
    expect((await (await send(buyer, '/files', one, { headers: digest(one) })).json()).sha256).toBe(sha256(one))
    expect(await buyer.balance()).toBe(700_000n)
    expect((await (await send(buyer, '/files', other, { headers: digest(other) })).json()).sha256).toBe(sha256(other))
    expect(await buyer.balance()).toBe(600_000n)
  })

  it('is held, and no larger than a megabyte, where the route says nothing of uploads or is free', async () => {
    const buyer = await newBuyer()
    expect((await send(buyer, '/held', new Uint8Array(2 ** 20 + 1))).status).toBe(413)
    expect((await (await send(buyer, '/held', new Uint8Array(2 ** 20))).json()).bytes).toBe(2 ** 20)
    const free = (bytes: number) => fetch(urlOf('/free'), { method: 'POST', body: new Uint8Array(bytes) })
    expect((await free(2 ** 20 + 1)).status).toBe(413)
    expect((await (await free(2 ** 20)).json()).bytes).toBe(2 ** 20)
  })
})
