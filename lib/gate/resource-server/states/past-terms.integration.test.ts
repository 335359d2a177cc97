import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { askSettled } from '@/development/testing/ask-settled'
import { createChannelBuyer, landPayment } from '@/development/testing/channel-buyer'
import type { TestRoute } from '@/development/testing/open-test-site'
import { signLasting } from '@/development/testing/sign-lasting'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import { sql } from '@/lib/base/infra/database'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { RouteConfig } from '../route-config'

const newPayTo = privateKeyToAccount(generatePrivateKey()).address
const newKey = privateKeyToAccount(generatePrivateKey())
let targets: Targets
/** The same shop before and after its seller has changed everything; one ledger. */
let past: OurTarget
let present: OurTarget

beforeAll(async () => {
  targets = await openTargets()
  const solana = (await svmDevnetSigner('seller')).address
  past = await targets.ours({ routes: pastRoutes(targets.payTo) })
  present = await targets.ours({ routes: presentRoutes(targets.payTo, solana), publicOrigin: past.origin })
})
afterAll(() => targets.close())

const exactOf = (payTo: string) => ({ scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo }) as const
const channelOf = (payTo: string) => ({ ...exactOf(payTo), scheme: 'batch-settlement', price: '$0.0001' }) as const
const listed = (day: string) => ({
  bazaar: { discoverable: true, input: { day }, inputSchema: { properties: { day: { type: 'string' } } } },
})
const paths = ['/price', '/network', '/declaration', '/identifier', '/both'] as const

/** Each takes the money, and then fails to produce the content. */
function pastRoutes(payTo: string): Record<string, TestRoute> {
  const accepts = exactOf(payTo)
  const config: RouteConfig = { accepts, settle: 'before', query: ['year'] }
  const handler = () => new Response('no', { status: 502 })
  const routes = paths.map((path): [string, TestRoute] => [`GET ${path}`, { config, handler }])
  return {
    ...Object.fromEntries(routes),
    'GET /declaration': { config: { ...config, extensions: listed('monday') }, handler },
    'GET /unproduced': { config: { accepts }, handler },
    'GET /doubt': { config: { accepts: { ...accepts, maxTimeoutSeconds: 1 } }, handler: () => Response.json({}) },
    'GET /call': { config: { accepts: channelOf(payTo) }, handler: () => Response.json({ content: 'call' }) },
  }
}

function presentRoutes(payTo: string, solana: string): Record<string, TestRoute> {
  const accepts = exactOf(payTo)
  const dearer = { ...accepts, price: '$0.002' } as const
  const changes: Record<(typeof paths)[number], Pick<RouteConfig, 'accepts' | 'extensions'>> = {
    '/price': { accepts: dearer },
    '/network': { accepts: { ...accepts, network: SOLANA_DEVNET, payTo: solana } },
    '/declaration': { accepts, extensions: listed('sunday') },
    '/identifier': { accepts, extensions: { 'payment-identifier': { required: true } } },
    '/both': { accepts: { ...dearer, payTo: newPayTo } },
  }
  const routes = Object.entries(changes).map(([path, change]): [string, TestRoute] => [
    `GET ${path}`,
    { config: { ...change, settle: 'before', query: ['year'] }, handler: () => Response.json({ content: path }) },
  ])
  return {
    ...Object.fromEntries(routes),
    'GET /unproduced': { config: { accepts: dearer }, handler: () => Response.json({}) },
    'GET /doubt': { config: { accepts: dearer }, handler: () => Response.json({ content: '/doubt' }) },
    'GET /call': { config: { accepts: { ...channelOf(payTo), price: '$0.0003' } }, handler: () => Response.json({}) },
  }
}

const newBuyer = () => createEvmBuyer(targets.world, 10_000n)
const database = () => present.site.application.database
const rowsOf = ({ address }: Pick<TestBuyer, 'address'>) =>
  database().payment.findMany({ where: { payer: address.toLowerCase() }, orderBy: { claimedAt: 'asc' } })
const headersOf = (payload: object) => ({ 'PAYMENT-SIGNATURE': encodeHeader(payload) })

/** Asks when no request works on the payment any more: how an answer ended is noted just after its reader has it. */
async function ask({ origin }: OurTarget, path: string, init: RequestInit) {
  for (;;) {
    const response = await fetch(`${origin}${path}`, init)
    const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
    const isInWork = response.status === 409 && body?.code === 'payment_in_progress'
    if (!isInWork) return { status: response.status, body, response }
    await sleep(10)
  }
}

/** A payment that was taken under the earlier terms, and whose content did not come. */
async function owe(path: string) {
  const buyer = await newBuyer()
  const { headers, payload } = await buyer.sign(`${past.origin}${path}`)
  expect((await ask(past, path, { headers })).status).toBe(502)
  expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled', deliveredAt: null, deliveryRuns: 1 }])
  return { buyer, headers, payload }
}

const moneyOf = (buyer: TestBuyer) =>
  Promise.all([buyer.balance(), readUsdc(targets.world, targets.payTo), readUsdc(targets.world, newPayTo)])

describe('a payment whose content is owed', () => {
  it.each(paths)('opens it once where the terms changed since (%s), and no money moves', async (path) => {
    const { buyer, headers } = await owe(path)
    const money = await moneyOf(buyer)
    const opened = await ask(present, path, { headers })
    expect([opened.status, opened.body]).toEqual([200, { content: path }])
    const [row] = await rowsOf(buyer)
    const told = parseHeader(opened.response.headers.get('payment-response') ?? '')
    expect(told).toMatchObject({ value: { success: true, transaction: row?.transaction } })
    const again = await askSettled(`${present.origin}${path}`, headers)
    expect([again.status, (await again.json()).error]).toEqual([402, 'payment_already_used'])
    expect([await moneyOf(buyer), (await rowsOf(buyer)).length]).toEqual([money, 1])
  })

  it('is opened to no forgery of it, whatever that says it accepted', async () => {
    const { buyer, headers, payload } = await owe('/price')
    const { accepted } = payload
    const { signature, authorization } = payload.payload as { signature: string; authorization: Record<string, string> }
    const strange = await newKey.signMessage({ message: 'anything' })
    const of = (changes: object): PaymentPayload => ({ ...payload, accepted: { ...accepted, ...changes } })
    const forgeries: PaymentPayload[] = [
      { ...payload, payload: { authorization, signature: strange } },
      { ...payload, payload: { authorization, signature: `${signature}00` } },
      { ...payload, payload: { authorization, signature: `0x${'00'.repeat(65)}` } },
      { ...of({ amount: '1' }), payload: { authorization: { ...authorization, value: '1' }, signature } },
      { ...of({ payTo: newPayTo }), payload: { authorization: { ...authorization, to: newPayTo }, signature } },
      of({ amount: '1' }),
      of({ payTo: newPayTo }),
      of({ asset: newPayTo }),
      of({ asset: '0x' }),
      of({ network: 'eip155:8453' }),
      of({ network: 'eip155:0' }),
      of({ network: 'bip122:000000000019d6689c085ae165831e93' }),
      of({ network: SOLANA_DEVNET }),
      of({ scheme: 'upto' }),
      of({ scheme: 'toString' }),
      of({ scheme: 'batch-settlement', extra: { withdrawDelay: { valueOf: 1, toString: 1 } } }),
    ]
    const { takeTurn } = present.site.application.gate
    let turns = 0
    present.site.application.gate.takeTurn = (request) => takeTurn(request).finally(() => (turns += 1))
    for (const [n, forged] of forgeries.entries()) {
      const { status, body } = await ask(present, '/price', { headers: headersOf(forged) })
      expect([n, status, body?.error]).toEqual([n, 402, 'invalid_payment_requirements'])
    }
    present.site.application.gate.takeTurn = takeTurn
    expect([turns, await rowsOf(buyer)]).toMatchObject([forgeries.length, [{ deliveredAt: null, deliveryRuns: 1 }]])
    expect((await ask(present, '/price', { headers })).status).toBe(200)
  })

  it('opens nothing else', async () => {
    const { buyer, headers } = await owe('/price?year=2025')
    for (const path of ['/price?year=2026', '/price', '/both?year=2025']) {
      const { status, body } = await ask(present, path, { headers })
      expect([path, status, body?.error]).toEqual([path, 402, 'invalid_payment_requirements'])
    }
    expect(await rowsOf(buyer)).toMatchObject([{ deliveredAt: null, deliveryRuns: 1 }])
    expect((await ask(present, '/price?year=2025', { headers })).status).toBe(200)
  })
})

describe('a payment by past terms', () => {
  it('that was never taken is refused, and takes nothing', async () => {
    const buyer = await newBuyer()
    for (const path of paths) {
      const { headers } = await buyer.sign(`${past.origin}${path}`)
      expect((await ask(present, path, { headers })).status).toBe(402)
    }
    expect([await rowsOf(buyer), await buyer.balance()]).toEqual([[], 10_000n])
  })

  it('that is in doubt is told so, and opens its content once the chain shows it', async () => {
    const buyer = await newBuyer()
    const { headers, payload } = await signLasting(buyer, `${past.origin}/doubt`, 60)
    const { facilitator } = past.site.application.gate
    const { settle } = facilitator
    facilitator.settle = async () => ({ kind: 'unknown', reason: 'timeout' })
    const first = await ask(past, '/doubt', { headers }).finally(() => (facilitator.settle = settle))
    expect([first.status, first.body?.code]).toEqual([503, 'settlement_unknown'])
    const open = await ask(present, '/doubt', { headers })
    expect([open.status, open.body?.code]).toEqual([409, 'settlement_unknown'])
    await landPayment(targets.world, payload)
    await expect.poll(async () => (await ask(present, '/doubt', { headers })).status).toBe(200)
    expect([await buyer.balance(), (await rowsOf(buyer)).length]).toEqual([9_000n, 1])
  })
})

it('a call that a channel paid by past terms opens what it was charged for, and no other call of the channel', async () => {
  const buyer = await createChannelBuyer(targets.world, 1_000_000n)
  expect((await buyer.fetch(`${past.origin}/call`)).status).toBe(200)
  const { headers, payload } = await buyer.sign(`${past.origin}/call`)
  expect((await ask(past, '/call', { headers })).status).toBe(200)
  await expect.poll(async () => (await rowsOf(buyer)).every(({ deliveredAt }) => deliveredAt !== null)).toBe(true)
  // Like after a crash right behind both charges.
  await database().execute(sql`
    UPDATE payments SET delivered_at = NULL, ended_at = NULL, response_status = 200, response_headers = '[]',
      response_body = ${Buffer.from('{"content":"owed"}')} WHERE payer = ${buyer.address.toLowerCase()}`)
  const other = { ...payload, accepted: { ...payload.accepted, amount: '200' } }
  for (const forged of [other, { ...payload, accepted: { ...payload.accepted, amount: '0' } }]) {
    expect((await ask(present, '/call', { headers: headersOf(forged) })).status).toBe(402)
  }
  expect(await rowsOf(buyer)).toMatchObject([{ deliveredAt: null }, { deliveredAt: null }])
  const opened = await ask(present, '/call', { headers })
  expect([opened.status, opened.body]).toEqual([200, { content: 'owed' }])
  expect((await ask(present, '/call', { headers })).status).toBe(402)
  const channel = await database().paymentChannel.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
  expect([channel.chargedAtomic.toFixed(0), (await rowsOf(buyer))[0]?.deliveredAt]).toEqual(['200', null])
})
