import { generateKeyPairSync } from 'node:crypto'
import { createLocalJWKSet, exportJWK, jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { createFailOver } from './fail-over'
import { createHttpFacilitator } from './http-facilitator'

const network = 'eip155:84532'
const requirements = {
  scheme: 'exact',
  network,
  amount: '1000',
  asset: `0x${'a'.repeat(40)}`,
  payTo: `0x${'b'.repeat(40)}`,
  maxTimeoutSeconds: 60,
  extra: {},
} as PaymentRequirements
const payload = { x402Version: 2, accepted: requirements, payload: {} } as PaymentPayload
const settled = { success: true, transaction: `0x${'1'.repeat(64)}`, network }

const open: ServedFetch[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.stop()))))

type Answer = (path: string, request: Request) => Response | Promise<Response> | null

/** A facilitator that accepts everything, unless `answer` says otherwise; records its requests. */
async function serveOther(answer: Answer = () => null) {
  const asked: string[] = []
  const server = await serveFetch(async (request) => {
    const path = new URL(request.url).pathname
    asked.push(path)
    const own = await answer(path, request)
    if (own) return own
    if (path === '/supported') return Response.json({ kinds: [{ x402Version: 2, scheme: 'exact', network }] })
    return Response.json(path === '/verify' ? { isValid: true, payer: '0x1' } : settled)
  })
  open.push(server)
  const count = (path: string) => asked.filter((one) => one === path).length
  return { url: server.origin, count, stop: () => server.stop() }
}

function openPort(urls: string[], verifyTimeoutMs = 10_000) {
  const clock = { nowMs: 0 }
  const warnings: object[] = []
  const port = createFailOver({
    sources: urls.map((url) => createHttpFacilitator({ url, verifyTimeoutMs })),
    warn: (details) => void warnings.push(details),
    now: () => clock.nowMs,
  })
  return { port, clock, warnings }
}

describe('several facilitators', () => {
  it('are asked in order, and the next one while one does not answer', async () => {
    const [first, second] = [await serveOther(() => new Response(null, { status: 503 })), await serveOther()]
    const { port } = openPort([first.url, second.url])
    expect((await port.verify({ payload, requirements })).isValid).toBe(true)
    expect(await port.settle({ payload, requirements }, null)).toMatchObject({ kind: 'settled' })
    expect([second.count('/verify'), second.count('/settle')]).toEqual([1, 1])
    expect((await port.supported()).kinds).toHaveLength(1)
  })

  it('do not wait for a silent one with each payment, and ask it again later', async () => {
    let isSilent = true
    const first = await serveOther((path) => (isSilent && path === '/verify' ? new Promise<never>(() => {}) : null))
    const second = await serveOther()
    const { port, clock, warnings } = openPort([first.url, second.url], 2_000)
    for (let payment = 0; payment < 5; payment += 1) await port.verify({ payload, requirements })
    expect([first.count('/verify'), second.count('/verify'), warnings.length]).toEqual([1, 5, 1])
    clock.nowMs += 5_001
    isSilent = false
    await port.verify({ payload, requirements })
    expect([first.count('/verify'), second.count('/verify')]).toEqual([2, 5])
  })

  it('never try a settlement elsewhere whose outcome is in doubt', async () => {
    const first = await serveOther((path) => (path === '/settle' ? new Response('broken', { status: 502 }) : null))
    const second = await serveOther()
    const { port } = openPort([first.url, second.url])
    expect(await port.settle({ payload, requirements }, null)).toEqual({ kind: 'unknown', reason: 'facilitator_502' })
    expect(second.count('/settle')).toBe(0)
  })

  it('try it elsewhere when it was certainly not taken: no connection, no access, a limit', async () => {
    const gone = await serveOther()
    const second = await serveOther()
    const { port } = openPort([gone.url, second.url])
    await port.supported()
    await gone.stop()
    expect((await port.settle({ payload, requirements }, null)).kind).toBe('settled')
    for (const status of [401, 403, 429]) {
      const closed = await serveOther((path) => (path === '/settle' ? new Response(null, { status }) : null))
      const other = openPort([closed.url, second.url])
      expect((await other.port.settle({ payload, requirements }, null)).kind).toBe('settled')
    }
    expect(second.count('/settle')).toBe(4)
  })

  it('settle by the one whose wallet the terms name', async () => {
    const named = (wallet: string) => (path: string) =>
      path === '/supported'
        ? Response.json({ kinds: [{ x402Version: 2, scheme: 'exact', network, extra: { feePayer: wallet } }] })
        : null
    const [first, second] = [await serveOther(named('one')), await serveOther(named('two'))]
    const { port } = openPort([first.url, second.url])
    await port.settle({ payload, requirements: { ...requirements, extra: { feePayer: 'two' } } }, null)
    expect([first.count('/settle'), second.count('/settle')]).toEqual([0, 1])
  })
})

const channel = (receiverAuthorizer: string) =>
  ({ ...requirements, scheme: 'batch-settlement', extra: { receiverAuthorizer } }) as PaymentRequirements
const signing = (receiverAuthorizer: string) => (path: string) => {
  const kind = { x402Version: 2, scheme: 'batch-settlement', network, extra: { receiverAuthorizer } }
  return path === '/supported' ? Response.json({ kinds: [kind] }) : null
}

it('the work on a channel goes to the one that signs for it, and to the first once none of them names its authorizer', async () => {
  const [first, second] = [await serveOther(signing('0xAA')), await serveOther(signing('0xBB'))]
  const { port } = openPort([first.url, second.url])
  await port.settle({ payload, requirements: channel('0xbb') }, null)
  expect([first.count('/settle'), second.count('/settle')]).toEqual([0, 1])
  await port.settle({ payload, requirements: channel('0xcc') }, null)
  expect([first.count('/settle'), second.count('/settle')]).toEqual([1, 1])
})

describe('a facilitator with access', () => {
  it('is asked with a token made for the one request, that its key has signed', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const [own, shown] = [await exportJWK(privateKey), await exportJWK(publicKey)]
    const keySecret = Buffer.concat([
      Buffer.from(own.d ?? '', 'base64url'),
      Buffer.from(shown.x ?? '', 'base64url'),
    ]).toString('base64')
    const keys = createLocalJWKSet({ keys: [{ ...shown, kid: 'key-1', alg: 'EdDSA' }] })
    const seen: { uris: unknown; jti: unknown }[] = []
    const { url } = await serveOther(async (_path, request) => {
      const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      const { payload: claims, protectedHeader } = await jwtVerify(token, keys, { issuer: 'cdp', subject: 'key-1' })
      seen.push({ uris: claims.uris, jti: (protectedHeader as { nonce?: string }).nonce })
      expect((claims.exp ?? 0) - (claims.nbf ?? 0)).toBe(120)
      return null as never
    })
    const source = createHttpFacilitator({ url: `${url}/`, credential: { kind: 'cdp', keyId: 'key-1', keySecret } })
    await source.verify({ payload, requirements })
    await source.settle({ payload, requirements }, null)
    const { host } = new URL(url)
    expect(seen.map(({ uris }) => uris)).toEqual([[`POST ${host}/verify`], [`POST ${host}/settle`]])
    expect(new Set(seen.map(({ jti }) => jti)).size).toBe(2)
  })

  it('gets neither token nor payment through a redirect', async () => {
    const elsewhere = await serveOther()
    const { url } = await serveOther(() => Response.redirect(`${elsewhere.url}/verify`, 307))
    const source = createHttpFacilitator({ url, credential: { kind: 'bearer', token: 'secret-token' } })
    await expect(source.verify({ payload, requirements })).rejects.toThrow()
    expect(elsewhere.count('/verify')).toBe(0)
  })
})
