import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { createEvmWallet } from '@/lib/client/evm-wallet'
import { fetchPaidData } from '../mcp-bridge/fetch-paid-data'
import { openAuditLog } from './audit-log'
import type { FindCost } from './find-cost'
import { openSpendingBook } from './spending-book'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-call-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const url = new URL('https://seller.example/x')
const option = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '100000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2', facilitatorAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C' },
}

/** Asks for a payment, and gives that answer to one. */
function sellerThat(answer: () => Response, terms: object = {}): typeof fetch {
  const challenge = encodeHeader({ x402Version: 2, resource: { url: url.href }, accepts: [{ ...option, ...terms }] })
  return async (input, init) => {
    if (new Request(input, init).headers.has('payment-signature')) return answer()
    return new Response(null, { status: 402, headers: { 'payment-required': challenge } })
  }
}

const settlesWith = (response: object) => () =>
  Response.json(
    { content: true },
    {
      headers: {
        'payment-response': encodeHeader({ success: true, transaction: '0x01', network: option.network, ...response }),
      },
    },
  )

const refuses = () => new Response(null, { status: 402, headers: { 'payment-required': encodeHeader({}) } })

/** An agent that may spend $0.20 in a day, which is two payments. */
function openAgent(
  findCost: FindCost = async () => null,
  clock = { seconds: 0 },
  wallets = [createEvmWallet({ account })],
  tell: (line: string) => void = () => {},
) {
  const now = () => new Date(Date.now() + clock.seconds * 1_000)
  const limits = {
    perDayMicros: 200_000n,
    perHostMicros: null,
    depositMicros: null,
    file: join(folder, 'spending.json'),
  }
  const guard = {
    book: openSpendingBook(limits, now, { findCost, findLeft: async () => null }),
    audit: openAuditLog(join(folder, 'payments.jsonl'), (text) => text, now),
    confirm: async () => null,
  }
  /** The call's answer, or why it has none. */
  return async (send: typeof fetch): Promise<unknown> =>
    fetchPaidData({ url, maxDollars: '$1', isSignInTried: false }, { wallets, guard, fetch: send, tell }).catch(
      (error: Error) => error.message,
    )
}

const audited = () =>
  readFileSync(join(folder, 'payments.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

it('says in one line how it was paid', async () => {
  const told: string[] = []
  const buy = openAgent(undefined, undefined, undefined, (line) => told.push(line))
  await buy(sellerThat(settlesWith({})))
  await buy(sellerThat(settlesWith({ extra: { reason: 'already_owned' } })))
  expect(told).toEqual(['Paid by one payment: 0.10 USDC (exact).', 'Bought before. Nothing was paid.'])
})

const aboveTheLimit = expect.stringContaining('$0.20 of $0.20 was spent in the last 24 hours')

describe('a limit, before a seller that says it took less', () => {
  it.each(['0', '1', '-1', '9'.repeat(31), 'abc', 5, null])('counts all of an exact payment for %j', async (amount) => {
    const buy = openAgent()
    const seller = sellerThat(settlesWith({ amount, extra: { chargedAmount: amount } }))
    expect([await buy(seller), await buy(seller)]).toEqual([{ content: true }, { content: true }])
    expect(await buy(seller)).toEqual(aboveTheLimit)
    const settled = audited().filter(({ event }) => event === 'settled')
    expect(settled.map(({ amount }) => amount)).toEqual(['100000', '100000'])
  })

  it.each(['0', '-1', '9'.repeat(31)])(
    'counts all of an upto payment for %j, until its chain tells',
    async (amount) => {
      const costs: bigint[] = []
      const buy = openAgent(async () => costs.shift() ?? null)
      const seller = sellerThat(settlesWith({ amount }), { scheme: 'upto' })
      expect([await buy(seller), await buy(seller)]).toEqual([{ content: true }, { content: true }])
      expect(await buy(seller)).toEqual(expect.stringContaining('$0.20 of $0.20 was spent'))
      costs.push(99_999n)
      expect(await buy(seller)).toEqual(expect.stringContaining('$0.199999 of $0.20 was spent'))
      costs.push(1n)
      expect(await buy(seller)).toEqual({ content: true })
    },
  )

  it('writes down what an upto payment cost as the seller tells it, where that can be', async () => {
    const buy = openAgent()
    await buy(sellerThat(settlesWith({ amount: '100' }), { scheme: 'upto' }))
    await buy(sellerThat(settlesWith({ amount: '100001' }), { scheme: 'upto' }))
    const settled = audited().filter(({ event }) => event === 'settled')
    expect(settled.map(({ amount }) => amount)).toEqual(['100', '100000'])
  })
})

describe('a limit, before a seller that keeps what was signed', () => {
  const rejected = 'The payment was rejected: the server gave no reason.'

  it('counts what was refused until it has lapsed and was not taken', async () => {
    const clock = { seconds: 0 }
    const asked: string[] = []
    const findCost: FindCost = async ({ transfer }) => {
      asked.push(transfer.nonce)
      return 0n
    }
    const buy = openAgent(findCost, clock)
    const [refusing, honest] = [sellerThat(refuses), sellerThat(settlesWith({}))]
    expect([await buy(refusing), await buy(refusing)]).toEqual([rejected, rejected])
    expect([await buy(refusing), await buy(honest), asked]).toEqual([aboveTheLimit, aboveTheLimit, []])
    clock.seconds = 61
    expect([await buy(honest), await buy(honest)]).toEqual([{ content: true }, { content: true }])
    expect(new Set(asked).size).toBe(2)
    expect(await buy(honest)).toEqual(aboveTheLimit)
  })

  it('counts what was refused and taken all the same', async () => {
    const clock = { seconds: 0 }
    const buy = openAgent(async ({ transfer }) => BigInt(transfer.amountAtomic), clock)
    const refusing = sellerThat(refuses)
    expect([await buy(refusing), await buy(refusing)]).toEqual([rejected, rejected])
    clock.seconds = 61
    expect(await buy(refusing)).toEqual(aboveTheLimit)
  })

  it.each([
    [500, 'The server answers 500. A payment was signed, which may be taken.'],
    [302, `The server redirects to ${url.href}. A payment was signed, which may be taken.`],
    [412, 'The server answers 412. A payment was signed, which may be taken.'],
  ])('counts what was answered by %i, and says so', async (status, words) => {
    const buy = openAgent()
    const failing = sellerThat(() => new Response(null, { status, headers: { location: url.href } }))
    expect([await buy(failing), await buy(failing)]).toEqual([words, words])
    expect(await buy(failing)).toEqual(aboveTheLimit)
  })

  it('writes down what was answered without a word on the payment', async () => {
    expect(await openAgent()(sellerThat(() => Response.json({ content: true })))).toEqual({ content: true })
    expect(audited()).toContainEqual(expect.objectContaining({ event: 'in_doubt', url: url.href, status: 200 }))
  })

  it('counts what was answered by more than can be read, and says so', async () => {
    const buy = openAgent()
    const flooding = sellerThat(() => new Response('x'.repeat(4 * 1024 * 1024 + 1)))
    const words = expect.stringContaining('hands out. A payment was signed, which may be taken.')
    expect([await buy(flooding), await buy(flooding)]).toEqual([words, words])
    expect(await buy(flooding)).toEqual(aboveTheLimit)
  })

  it('counts what was answered in a way that the payer cannot follow', async () => {
    const wallet = createEvmWallet({ account })
    const confused = wallet.schemes.map(({ network, client }) => ({
      network,
      client: {
        scheme: client.scheme,
        createPaymentPayload: client.createPaymentPayload.bind(client),
        findDefaultAsset: client.findDefaultAsset,
        schemeHooks: { onPaymentResponse: () => Promise.reject(new Error('invalid chargedAmount')) },
      },
    }))
    const buy = openAgent(undefined, undefined, [{ ...wallet, schemes: confused }])
    const seller = sellerThat(settlesWith({}))
    const lost = 'its answer cannot be followed (invalid chargedAmount). It may settle: look before paying again.'
    expect([await buy(seller), await buy(seller)]).toEqual([
      `The payment was sent and ${lost}`,
      `The payment was sent and ${lost}`,
    ])
    expect(await buy(seller)).toEqual(aboveTheLimit)
  })
})

it('counts nothing that was not signed', async () => {
  const buy = openAgent()
  const unsignable = sellerThat(settlesWith({}), { extra: {} })
  for (const _ of ['first', 'second', 'third']) {
    expect(await buy(unsignable)).toEqual(expect.stringContaining('The payment could not be signed'))
  }
  expect(await buy(sellerThat(settlesWith({})))).toEqual({ content: true })
})

it('reads no more of a failure than it quotes', async () => {
  let parts = 0
  const endless = new ReadableStream({
    pull(controller) {
      parts += 1
      controller.enqueue(new TextEncoder().encode('x'.repeat(100)))
    },
  })
  const answer = await openAgent()(sellerThat(() => new Response(endless, { status: 500 })))
  expect(answer).toMatch(/^The server answers 500: x{500}\. A payment was signed, which may be taken\.$/)
  expect(parts).toBeLessThan(20)
})
