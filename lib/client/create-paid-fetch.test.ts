import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseSIWxHeader, verifySIWxSignature } from '@x402/extensions/sign-in-with-x'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { createPaidFetch } from './create-paid-fetch'
import { createPayer } from './create-payer'
import { createEvmWallet } from './evm-wallet'
import type { PayerEvent } from './payer-error'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const option = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '100000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
}
const solanaDevnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

type Handler = (request: IncomingMessage, response: ServerResponse, origin: string) => void
const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => handler(request, response, origin))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return origin
}

function challenge(origin: string, chains: string[], accepts: object[] = [option]) {
  const info = {
    domain: new URL(origin).host,
    uri: `${origin}/x`,
    version: '1',
    nonce: 'abcdefghijklmnopqrstuvwxyz012345',
    issuedAt: new Date().toISOString(),
    statement: 'Sign in',
  }
  const supportedChains = chains.map((chainId) => ({
    chainId,
    type: chainId.startsWith('solana') ? 'ed25519' : 'eip191',
  }))
  const extensions = chains.length > 0 ? { 'sign-in-with-x': { info, supportedChains, schema: {} } } : {}
  return encodeHeader({
    x402Version: 2,
    error: 'Payment required',
    resource: { url: `${origin}/x` },
    accepts,
    extensions,
  })
}

function record() {
  const events: PayerEvent[] = []
  return {
    events,
    onEvent: (event: PayerEvent) => void events.push(event),
    types: () => events.map(({ type }) => type),
  }
}

/** Opens for any payment, else asks for one, and for a proof where it names chains. */
const sells =
  (chains: string[] = [], accepts?: object[]): Handler =>
  (request, response, origin) =>
    request.headers['payment-signature']
      ? response.end('paid')
      : response.writeHead(402, { 'PAYMENT-REQUIRED': challenge(origin, chains, accepts) }).end()

/** Opens for a proof that the stock SDK's own verification accepts, else asks again. */
const opensBySignIn =
  (chains: string[], accepts?: object[]): Handler =>
  async (request, response, origin) => {
    const header = request.headers['sign-in-with-x']
    const proof = typeof header === 'string' ? parseSIWxHeader(header) : null
    if (proof && (await verifySIWxSignature(proof)).isValid)
      return response.end(JSON.stringify({ chainId: proof.chainId }))
    response.writeHead(402, { 'PAYMENT-REQUIRED': challenge(origin, chains, accepts) }).end()
  }

describe('createPaidFetch, signing in', () => {
  it("signs on the wallet's chain, not on the first of its kind", async () => {
    const origin = await serve(opensBySignIn(['eip155:8453', 'eip155:84532']))
    const wallet = createEvmWallet({ account, networks: ['eip155:84532'] })
    const response = await createPaidFetch({ wallets: [wallet] })(`${origin}/x`)
    expect(await response.json()).toEqual({ chainId: 'eip155:84532' })
  })

  it('reports chain_not_supported and goes on to payment', async () => {
    const { events, onEvent, types } = record()
    const origin = await serve(sells([solanaDevnet]))
    const wallet = createEvmWallet({ account })
    expect(await (await createPaidFetch({ wallets: [wallet], onEvent })(`${origin}/x`)).text()).toBe('paid')
    expect(types()).toEqual(['challenge', 'chain_not_supported', 'signed'])
    expect(events[1]).toEqual({ type: 'chain_not_supported', offeredChains: [solanaDevnet] })
  })

  it('does not sign a challenge that names another site', async () => {
    const { onEvent, types } = record()
    const origin = await serve((_request, response) => {
      response.writeHead(402, { 'PAYMENT-REQUIRED': challenge('https://bank.example', ['eip155:84532'], []) }).end()
    })
    const paidFetch = createPaidFetch({ wallets: [createEvmWallet({ account })], onEvent })
    await expect(paidFetch(`${origin}/x`)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
    expect(types()).toEqual(['challenge', 'sign_in_failed'])
  })
})

describe('createPaidFetch, refusing', () => {
  it.each([
    ['a 402 without a challenge', {}, 'CHALLENGE_UNREADABLE'],
    ['a challenge that is not base64', { 'PAYMENT-REQUIRED': '%%%' }, 'CHALLENGE_UNREADABLE'],
    ['a challenge of another shape', { 'PAYMENT-REQUIRED': encodeHeader({ x402Version: 2 }) }, 'CHALLENGE_UNREADABLE'],
    ['an amount in another notation', { 'PAYMENT-REQUIRED': withOption({ amount: '0x10' }) }, 'CHALLENGE_UNREADABLE'],
    ['another version', { 'PAYMENT-REQUIRED': withOption({}, 3) }, 'UNSUPPORTED_VERSION'],
    ['a price above the maximum', { 'PAYMENT-REQUIRED': withOption({ amount: '1000001' }) }, 'PRICE_ABOVE_MAXIMUM'],
    ['a network without a wallet', { 'PAYMENT-REQUIRED': withOption({ network: solanaDevnet }) }, 'NO_OPTION_FITS'],
  ])('signs nothing for %s', async (_name, headers, code) => {
    const { onEvent, types } = record()
    let requests = 0
    const origin = await serve((_request, response) => {
      requests += 1
      response.writeHead(402, headers).end()
    })
    await expect(createPaidFetch({ wallets, onEvent })(`${origin}/x`)).rejects.toMatchObject({
      name: 'PayerError',
      code,
    })
    expect(requests).toBe(1)
    expect(types()).not.toContain('signed')
  })

  const wallets = [createEvmWallet({ account })]

  const { extra: _extra, ...withoutExtra } = option
  const unreadable: [string, object, string][] = [
    ['extra', { ...option, extra: 'x' }, 'no extra that can be read'],
    ['a short network', { ...option, network: 'base-sepolia' }, 'as version 1 does, in place of eip155:84532'],
    ['an amount with a point', { ...option, amount: '1.5' }, 'no amount'],
    ['an amount as a number', { ...option, amount: 1 }, 'no amount'],
    ['no amount', { ...option, amount: undefined, maxAmountRequired: '1' }, 'no amount'],
    ['no asset', { ...option, asset: null }, 'no asset'],
    ['no timeout', { ...option, maxTimeoutSeconds: 0 }, 'no maxTimeoutSeconds'],
    ['a timeout without end', { ...option, maxTimeoutSeconds: 9e12 }, 'no maxTimeoutSeconds'],
    ['a timeout with a fraction', { ...option, maxTimeoutSeconds: 60.5 }, 'no maxTimeoutSeconds'],
    ['no object', [], 'option 1 is no object'],
    ['an unknown order', { ...option, extra: { paymentFlow: 'later' } }, 'unknown paymentFlow'],
  ]
  it.each(unreadable)(
    'pays beside an option that it cannot read, and names that one: %s',
    async (_what, other, why) => {
      const answerWith = (accepts: object[]) => serve(sells([], accepts))
      const pay = async (accepts: object[], network: string | null = null) =>
        (await createPaidFetch({ wallets, network })(`${await answerWith(accepts)}/x`)).text()
      expect(await pay([other, option])).toBe('paid')
      expect(await pay([other, { ...withoutExtra, network: solanaDevnet, extra: null }, option])).toBe('paid')
      await expect(pay([other])).rejects.toMatchObject({
        code: 'CHALLENGE_UNREADABLE',
        message: expect.stringContaining(why),
      })
      await expect(pay([option, other], 'svm')).rejects.toMatchObject({
        code: 'NO_OPTION_FITS',
        message: expect.stringMatching(/Not read: option 2/),
      })
    },
  )

  it.each([
    [
      'terms of version 2 in the body only',
      {},
      JSON.stringify({ x402Version: 2, accepts: [option] }),
      'version 2 in its body only',
    ],
    ['another protocol', { 'WWW-Authenticate': 'L402 macaroon="x"' }, '', 'asks for payment by L402, not by x402'],
    ['a header that cannot be read', { 'PAYMENT-REQUIRED': '%%%' }, '', 'PAYMENT-REQUIRED header cannot be read'],
    ['no terms at all', {}, 'pay me in shells', 'not with an x402 challenge'],
    [
      'version 1 on a network without a name here',
      {},
      version1({ network: 'moonbase' }),
      'has no network that can be read',
    ],
  ])('says what a 402 is: %s', async (_what, headers, body, message) => {
    const origin = await serve((_request, response) => void response.writeHead(402, headers).end(body))
    await expect(createPaidFetch({ wallets })(`${origin}/x`)).rejects.toMatchObject({
      code: 'CHALLENGE_UNREADABLE',
      message: expect.stringContaining(message),
    })
  })

  it('signs only approved payments, and pays them', async () => {
    const { onEvent, types } = record()
    const origin = await serve(sells())
    const asked: string[] = []
    const paidFetch = (refusal: string | null) =>
      createPaidFetch({
        wallets,
        onEvent,
        approve: async ({ price, decimals }) => {
          asked.push(`${price}, ${decimals} decimals`)
          return refusal
        },
      })(`${origin}/x`)
    await expect(paidFetch('Not today.')).rejects.toMatchObject({ code: 'NOT_APPROVED', message: 'Not today.' })
    expect(types()).not.toContain('signed')
    expect(await (await paidFetch(null)).text()).toBe('paid')
    expect(asked).toEqual(['0.10 USDC, 6 decimals', '0.10 USDC, 6 decimals'])
  })

  it('tells what it signed before it sends that, and sends nothing where this fails', async () => {
    const { onEvent, types } = record()
    const sent: unknown[] = []
    const origin = await serve((request, response, origin) => {
      const payment = request.headers['payment-signature']
      if (payment) return response.end(String(sent.push(payment)))
      response.writeHead(402, { 'PAYMENT-REQUIRED': challenge(origin, []) }).end()
    })
    const signed: unknown[] = []
    const onSigned = async (payload: PaymentPayload) => {
      signed.push(payload.accepted.amount, sent.length)
      if (signed.length > 2) throw new Error('The disk is full.')
    }
    const paidFetch = createPaidFetch({ wallets, onEvent, onSigned })
    expect(await (await paidFetch(`${origin}/x`)).text()).toBe('1')
    await expect(paidFetch(`${origin}/x`)).rejects.toMatchObject({
      code: 'SIGNING_FAILED',
      message: expect.stringContaining('The disk is full.'),
    })
    expect([signed, sent.length]).toEqual([['100000', 0, '100000', 1], 1])
    expect(types().filter((type) => type === 'signed')).toHaveLength(1)
  })

  const waits: number[] = []
  const patience = { maxWaitMs: 10_000, sleep: async (ms: number) => void waits.push(ms) }
  afterEach(() => void waits.splice(0))

  /** Answers that a payment's outcome is open, that many times, and then with the content. */
  const opensAfter = (times: number, status: number, code: string) => {
    const payments: unknown[] = []
    const handler: Handler = (request, response, origin) => {
      const payment = request.headers['payment-signature']
      if (!payment) return response.writeHead(402, { 'PAYMENT-REQUIRED': challenge(origin, []) }).end()
      payments.push(payment)
      if (payments.length > times) return response.end('content')
      response.writeHead(status, { 'retry-after': '2', 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ code }))
    }
    return { payments, handler }
  }

  it.each([
    [409, 'payment_in_progress'],
    [503, 'settlement_unknown'],
  ])('sends the same payment again after %i %s', async (status, code) => {
    const { payments, handler } = opensAfter(2, status, code)
    const paidFetch = createPaidFetch({ wallets, patience })
    expect(await (await paidFetch(`${await serve(handler)}/x`)).text()).toBe('content')
    expect(waits).toEqual([2000, 2000])
    expect(payments).toHaveLength(3)
    expect(new Set(payments).size).toBe(1)
  })

  it('gives the open answer back when patience ends', async () => {
    const { payments, handler } = opensAfter(100, 503, 'settlement_unknown')
    expect((await createPaidFetch({ wallets, patience })(`${await serve(handler)}/x`)).status).toBe(503)
    expect(payments).toHaveLength(6)
  })

  it('says that a payment went out when no answer came back', async () => {
    const origin = await serve((request, response, origin) => {
      if (request.headers['payment-signature']) return request.socket.destroy()
      response.writeHead(402, { 'PAYMENT-REQUIRED': challenge(origin, []) }).end()
    })
    const post = createPaidFetch({ wallets, patience })(`${origin}/x`, { method: 'POST', body: 'x' })
    await expect(post).rejects.toMatchObject({ code: 'ANSWER_LOST' })
    expect(waits).toEqual([])
    await expect(createPaidFetch({ wallets, patience })(`${origin}/x`)).rejects.toMatchObject({ code: 'ANSWER_LOST' })
    expect(waits).toEqual([1000, 1000])
  })

  it('says that a payment went out when its answer cannot be followed', async () => {
    const origin = await serve(sells())
    const wallet = createEvmWallet({ account })
    const schemes = wallet.schemes.map(({ network, client }) => ({
      network,
      client: {
        scheme: client.scheme,
        createPaymentPayload: client.createPaymentPayload.bind(client),
        findDefaultAsset: client.findDefaultAsset,
        schemeHooks: { onPaymentResponse: () => Promise.reject(new Error('invalid chargedAmount')) },
      },
    }))
    await expect(createPaidFetch({ wallets: [{ ...wallet, schemes }] })(`${origin}/x`)).rejects.toMatchObject({
      code: 'ANSWER_LOST',
      message: expect.stringContaining('cannot be followed (invalid chargedAmount). It may settle'),
    })
  })

  it('tells the reason of a rejected payment and returns the answer', async () => {
    const { events, onEvent } = record()
    const origin = await serve((request, response, origin) => {
      const failed = { success: false, transaction: '', network: option.network, errorReason: 'insufficient_funds' }
      const settlement = request.headers['payment-signature'] ? { 'PAYMENT-RESPONSE': encodeHeader(failed) } : {}
      response.writeHead(402, { 'PAYMENT-REQUIRED': challenge(origin, []), ...settlement }).end()
    })
    expect((await createPaidFetch({ wallets, onEvent })(`${origin}/x`)).status).toBe(402)
    expect(events.at(-1)).toMatchObject({ type: 'payment_rejected', status: 402, reason: 'insufficient_funds' })
  })

  it('does not repeat a key that it cannot read', async () => {
    const secret = `0x${'zz'.repeat(32)}`
    await expect(createPayer({ evmKey: secret })).rejects.toSatisfy((error: Error) => !error.message.includes('zz'))
    await expect(createPayer({ svmKey: 'not-a-key' })).rejects.toMatchObject({ code: 'INVALID_KEY' })
    await expect(createPayer({})).rejects.toMatchObject({ code: 'INVALID_KEY' })
  })
})

function withOption(change: object, x402Version = 2): string {
  return encodeHeader({ x402Version, resource: { url: 'http://127.0.0.1/x' }, accepts: [{ ...option, ...change }] })
}

/** The body of a seller of version 1. */
function version1(changes: object): string {
  const { amount, ...rest } = option
  const accepts = [{ ...rest, network: 'base-sepolia', maxAmountRequired: amount, resource: 'http://x', ...changes }]
  return JSON.stringify({ x402Version: 1, error: 'X-PAYMENT header is required', accepts })
}
