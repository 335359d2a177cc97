import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { createEvmWallet } from '@/lib/client/evm-wallet'
import { encodeHeader } from '@/lib/x402/header-codec'
import { buy } from './buy'
import type { PaymentStore } from './kept-payment'

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
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Answer = { status: number; headers?: Record<string, string>; body?: object }

/** Buys from a shop that asks for the terms and answers a payment as told. */
async function buyFrom(answer: Answer | 'hang up', { isElsewhere = false, losses = 0 } = {}) {
  const items = new Map<string, string>()
  const store: PaymentStore = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (!request.headers['payment-signature']) {
      return response.writeHead(402, { 'payment-required': encodeHeader(challenge) }).end('{}')
    }
    if (answer === 'hang up' || losses-- > 0) return response.destroy()
    response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const end = await buy({
    purchase: { url: `http://127.0.0.1:${port}/weather`, method: 'GET', ...(isElsewhere && { send: fetch }) },
    agreed: terms,
    maxDollars: '$0.05',
    wallet,
    store,
    onEvent: () => {},
    patience: { maxWaitMs: 5_000, sleep: async () => {} },
  })
  return { end, keptCount: items.size }
}

const settled = encodeHeader({ success: true, transaction: '0x1', network: terms.network })

describe('buying', () => {
  it('ends delivered, and keeps no payment', async () => {
    const { end, keptCount } = await buyFrom({ status: 200, headers: { 'payment-response': settled } })
    expect(end).toMatchObject({ kind: 'delivered', settlement: { transaction: '0x1' } })
    expect(keptCount).toBe(0)
  })

  it('ends refused with the reason, and keeps no payment', async () => {
    const refusal = { ...challenge, error: 'insufficient_funds' }
    const { end, keptCount } = await buyFrom({ status: 402, headers: { 'payment-required': encodeHeader(refusal) } })
    expect(end).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' })
    expect(keptCount).toBe(0)
  })

  it.each([
    ['in flight', { status: 409, body: { code: 'payment_in_progress' } }, 'open'],
    ['in doubt', { status: 503, body: { code: 'settlement_unknown' } }, 'open'],
    ["a proxy's error", { status: 502, body: {} }, 'open'],
    ['no facilitator', { status: 503, body: { code: 'facilitator_unreachable' } }, 'not_now'],
    ['owed', { status: 500, headers: { 'payment-response': settled }, body: { code: 'handler_failed' } }, 'owed'],
    ['hung up', 'hang up' as const, 'open'],
  ])('keeps the payment when the answer is %s', async (_how, answer, kind) => {
    const { end, keptCount } = await buyFrom(answer)
    expect(end.kind).toBe(kind)
    expect(keptCount).toBe(1)
  })

  const used = { status: 402, headers: { 'payment-required': encodeHeader({ ...challenge, error: 'nonce_used' }) } }

  it('keeps a payment that another host refuses after it lost an answer, and says that it may be taken', async () => {
    const { end, keptCount } = await buyFrom(used, { isElsewhere: true, losses: 1 })
    expect(end).toEqual({ kind: 'disputed', reason: 'nonce_used' })
    expect(keptCount).toBe(1)
  })

  it('believes our own gate in that case', async () => {
    const { end, keptCount } = await buyFrom(used, { losses: 1 })
    expect(end.kind).toBe('refused')
    expect(keptCount).toBe(0)
  })
})
