import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { createEvmWallet } from '@/lib/client/evm-wallet'
import { buy, resumePurchase } from './buy'
import { findKeptPayment, forgetPayment, keepPayment, lifeOfPayment, type PaymentStore } from './kept-payment'
import type { Purchase } from './purchase'
import { memoryStorage } from './storage'

const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '50000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
} as const
const challenge = {
  x402Version: 2,
  resource: { url: 'http://localhost/weather' },
  accepts: [{ ...terms, maxTimeoutSeconds: 60, extra: { name: 'USDC', version: '2' } }],
}
const wallet = createEvmWallet({ account: privateKeyToAccount(`0x${'11'.repeat(32)}`) })
const servers: Server[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const server of servers.splice(0)) server.close()
})

type Answer = { status: number; headers?: Record<string, string>; body?: object }

/** Buys from a site that asks for the terms and answers a payment as told. */
async function buyFrom(
  answer: Answer | 'hang up',
  { isElsewhere = false, losses = 0, whileAsked = nothing, onceSigned = nothing, whileWaiting = nothing } = {},
) {
  const store = memoryStorage()
  let paidRequests = 0
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (!request.headers['payment-signature']) {
      whileAsked({ store, purchase })
      return response.writeHead(402, { 'payment-required': encodeHeader(challenge) }).end('{}')
    }
    paidRequests += 1
    if (answer === 'hang up' || losses-- > 0) return response.destroy()
    response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const purchase = { url: `http://127.0.0.1:${port}/weather`, method: 'GET', ...(isElsewhere && { send: fetch }) }
  const shared = {
    purchase,
    store,
    onEvent: ({ type }: { type: string }) => type === 'signed' && onceSigned({ store, purchase }),
    patience: { maxWaitMs: 5_000, sleep: async () => whileWaiting({ store, purchase }) },
  }
  const end = await buy({ ...shared, agreed: terms, maxDollars: '$0.05', timeoutSeconds: 60, wallet })
  const resume = async () => {
    const kept = findKeptPayment(store, purchase)
    if (!kept) throw new Error('Expected a kept payment.')
    return resumePurchase({ ...shared, kept })
  }
  return { end, resume, store, paidRequests: () => paidRequests }
}

const nothing = (_kept: Kept) => {}
type Kept = { store: PaymentStore; purchase: Purchase }

/** Makes another tab sign a payment for the same purchase. */
const keepAnother = ({ store, purchase }: Kept) =>
  keepPayment(store, purchase, { header: 'eyJ9', payer: '0x1', terms, ...lifeOfPayment(Date.now(), 60) })

const settled = encodeHeader({ success: true, transaction: '0x1', network: terms.network })

it('ends delivered, and keeps no payment', async () => {
  const { end, store } = await buyFrom({ status: 200, headers: { 'payment-response': settled } })
  expect(end).toMatchObject({ kind: 'delivered', settlement: { transaction: '0x1' } })
  expect(store.length).toBe(0)
})

it('ends refused with the reason, and keeps no payment', async () => {
  const refusal = { ...challenge, error: 'insufficient_funds' }
  const { end, store } = await buyFrom({ status: 402, headers: { 'payment-required': encodeHeader(refusal) } })
  expect(end).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' })
  expect(store.length).toBe(0)
})

it.each([
  ['in flight', { status: 409, body: { code: 'payment_in_progress' } }, 'open'],
  ['in doubt', { status: 503, body: { code: 'settlement_unknown' } }, 'open'],
  ["a proxy's error", { status: 502, body: {} }, 'open'],
  ['no facilitator', { status: 503, body: { code: 'facilitator_unreachable' } }, 'not_now'],
  [
    'undelivered',
    { status: 500, headers: { 'payment-response': settled }, body: { code: 'handler_failed' } },
    'undelivered',
  ],
  ['hung up', 'hang up' as const, 'open'],
])('keeps the payment when the answer is %s', async (_how, answer, kind) => {
  const { end, store } = await buyFrom(answer)
  expect(end.kind).toBe(kind)
  expect(store.length).toBe(1)
})

const used = { status: 402, headers: { 'payment-required': encodeHeader({ ...challenge, error: 'nonce_used' }) } }

it('keeps a payment that another host refuses after it lost an answer, and says that it may be taken', async () => {
  const { end, store } = await buyFrom(used, { isElsewhere: true, losses: 1 })
  expect(end).toEqual({ kind: 'disputed', reason: 'nonce_used', hasLapsed: false })
  expect(store.length).toBe(1)
})

it('asks it again for as long as it may be taken, and forgets it then', async () => {
  vi.stubGlobal('window', { location: { href: 'http://localhost/' } })
  const { resume, store } = await buyFrom(used, { isElsewhere: true, losses: 1 })
  expect(await resume()).toMatchObject({ kind: 'disputed', hasLapsed: false })
  expect(store.length).toBe(1)
  vi.setSystemTime(Date.now() + 240_001)
  expect(await resume()).toMatchObject({ kind: 'disputed', hasLapsed: true })
  expect(store.length).toBe(0)
})

it('signs nothing while another tab has a payment for it open', async () => {
  await expect(buyFrom({ status: 200 }, { whileAsked: keepAnother })).rejects.toMatchObject({ code: 'NOT_APPROVED' })
})

it('buying never sends a payment that another tab was faster with, even once that one has settled', async () => {
  const forget = ({ store, purchase }: Kept) => forgetPayment(store, purchase)
  const { end, paidRequests } = await buyFrom({ status: 200 }, { onceSigned: keepAnother, whileWaiting: forget })
  expect([end.kind, paidRequests()]).toEqual(['open', 0])
})

it('believes our own gate in that case', async () => {
  const { end, store } = await buyFrom(used, { losses: 1 })
  expect(end.kind).toBe('refused')
  expect(store.length).toBe(0)
})
