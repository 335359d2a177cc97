import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import axios from 'axios'
import { createWalletClient, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { decodeXPaymentResponse, withPaymentInterceptor } from 'x402-axios'
import { wrapFetchWithPayment } from 'x402-fetch'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { askSettled } from '@/development/testing/ask-settled'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PricedOption } from '@/lib/base/x402/payment-option'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const option = (scheme: 'exact' | 'upto', network: string, to: string = payTo): PricedOption => ({
  ...{ scheme, network, payTo: to },
  price: '$0.001',
})
let runs = 0
const handler = () => {
  runs += 1
  return Response.json({ content: 'paid' })
}
const sold = {
  accepts: [
    option('upto', BASE_SEPOLIA),
    option('exact', BASE_SEPOLIA),
    option('exact', SOLANA_DEVNET, (await svmDevnetSigner('seller')).address),
  ],
}
const routes = {
  'GET /sold': { config: sold, handler },
  'GET /failing': {
    config: { accepts: option('exact', BASE_SEPOLIA) },
    handler: () => Response.json({ sorry: true }, { status: 418 }),
  },
  'GET /metered': { config: { accepts: option('upto', BASE_SEPOLIA) }, handler },
  'GET /named': {
    config: { accepts: option('exact', BASE_SEPOLIA), extensions: { 'payment-identifier': { required: true } } },
    handler,
  },
}
const site = await openTestSite({ routes })
const url = `${site.origin}/sold`

/** The header of a payment that x402-fetch has signed and that did not leave. */
async function signVersion1(target = url) {
  const { wallet, ...buyer } = await evmWallet()
  let header = ''
  const stop = new Error('signed')
  const send: typeof fetch = async (input, init) => {
    const sent = new Headers(init?.headers).get('x-payment')
    if (sent === null) return fetch(input, init)
    header = sent
    throw stop
  }
  await expect(wrapFetchWithPayment(send, wallet)(target)).rejects.toBe(stop)
  return { ...buyer, header }
}

async function evmWallet() {
  const { key, address, balance } = await createEvmBuyer(world, 1_000_000n)
  const account = privateKeyToAccount(key as Hex)
  const wallet = createWalletClient({ account, chain: baseSepolia, transport: http(world.evmRpcUrl) })
  return { address, balance, wallet: wallet as unknown as Parameters<typeof wrapFetchWithPayment>[1] } // Of another viem.
}

async function svmWallet() {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(randomBytes(32)), true)
  await world.faucet({ network: SOLANA_DEVNET, address: signer.address, amountAtomic: 1_000_000n })
  return signer
}

const svmConfig = { svmConfig: { rpcUrl: world.svmRpcUrl } }
const settlementOf = (headers: Headers) => decodeXPaymentResponse(headers.get('x-payment-response') ?? '')

describe('a buyer of version 1', () => {
  it('buys with x402-fetch on EVM, and is charged the price once', async () => {
    const { wallet, balance, address } = await evmWallet()
    const before = await readUsdc(world, payTo)
    const answer = await wrapFetchWithPayment(fetch, wallet)(url)
    expect([answer.status, await answer.json()]).toEqual([200, { content: 'paid' }])
    expect(settlementOf(answer.headers)).toMatchObject({
      success: true,
      network: 'base-sepolia',
      payer: address.toLowerCase(),
    })
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-PAYMENT-RESPONSE')
    expect([await balance(), (await readUsdc(world, payTo)) - before]).toEqual([999_000n, 1_000n])
  })

  it('buys with x402-fetch on Solana', async () => {
    const wallet = await svmWallet()
    const answer = await wrapFetchWithPayment(fetch, wallet, undefined, undefined, svmConfig)(url)
    expect([answer.status, await answer.json()]).toEqual([200, { content: 'paid' }])
    expect(settlementOf(answer.headers)).toMatchObject({ success: true, network: 'solana-devnet' })
  })

  it('buys with x402-axios on EVM and on Solana', async () => {
    const { wallet } = await evmWallet()
    const evm = await withPaymentInterceptor(axios.create(), wallet).get(url)
    expect([evm.status, evm.data]).toEqual([200, { content: 'paid' }])
    const svm = await withPaymentInterceptor(axios.create(), await svmWallet(), undefined, svmConfig).get(url)
    expect([svm.status, svm.data]).toEqual([200, { content: 'paid' }])
  })

  it('is not charged where the handler fails', async () => {
    const { wallet, balance } = await evmWallet()
    const answer = await wrapFetchWithPayment(fetch, wallet)(`${site.origin}/failing`)
    expect([answer.status, await balance()]).toEqual([418, 1_000_000n])
  })

  it('cannot use a payment twice, in either version', async () => {
    const { header, balance, address } = await signVersion1()
    expect((await fetch(url, { headers: { 'x-payment': header } })).status).toBe(200)
    const again = await askSettled(url, { 'x-payment': header })
    expect([again.status, (await again.json()).error]).toEqual([402, 'payment_already_used'])
    expect(settlementOf(again.headers)).toMatchObject({ success: true, payer: address.toLowerCase() })
    const terms = parseHeader((await fetch(url)).headers.get('payment-required') ?? '')
    const signed = parseHeader(header)
    if (!terms.ok || !signed.ok) throw new Error('Expected readable headers.')
    const accepted = (terms.value.accepts as { scheme: string }[]).find(({ scheme }) => scheme === 'exact')
    const version2 = encodeHeader({ x402Version: 2, accepted, payload: signed.value.payload })
    const other = await askSettled(url, { 'payment-signature': version2 })
    expect([other.status, (await other.json()).error]).toEqual([402, 'payment_already_used'])
    expect(await balance()).toBe(999_000n)
  })

  it.each([
    ['garbage', () => 'no base64', 400],
    ['version 2 in its header', () => encodeHeader({ x402Version: 2, payload: {} }), 400],
    ['no payload', () => encodeHeader({ x402Version: 1, scheme: 'exact', network: 'base-sepolia' }), 400],
    ['another network', () => encodeHeader({ x402Version: 1, scheme: 'exact', network: 'base', payload: {} }), 402],
    ['a scheme', () => encodeHeader({ x402Version: 1, scheme: 'upto', network: 'base-sepolia', payload: {} }), 402],
  ])('is refused %s with the terms, before anything runs', async (_what, headerOf, status) => {
    const before = runs
    const answer = await fetch(url, { headers: { 'x-payment': headerOf() } })
    expect(answer.status).toBe(status)
    expect(parseHeader(answer.headers.get('payment-required') ?? '')).toMatchObject({ ok: true })
    expect(runs).toBe(before)
  })

  it('is refused a payment in both headers at once', async () => {
    const { header, balance } = await signVersion1()
    const answer = await fetch(url, { headers: { 'x-payment': header, 'payment-signature': header } })
    expect([answer.status, await balance()]).toEqual([400, 1_000_000n])
    expect((await answer.json()).detail).toContain('were both sent')
  })
})

describe('the terms', () => {
  it('stand in the body in version 1, only what it can pay, beside the header of version 2', async () => {
    const answer = await fetch(url)
    const header = parseHeader(answer.headers.get('payment-required') ?? '')
    expect(header).toMatchObject({ ok: true, value: { x402Version: 2 } })
    const body = await answer.json()
    expect(body).toMatchObject({ x402Version: 1, error: 'Payment required', resource: { url } })
    expect(body.accepts.map(({ scheme, network }: PricedOption) => `${scheme} ${network}`)).toEqual([
      'exact base-sepolia',
      'exact solana-devnet',
    ])
    expect(body.accepts[0]).toMatchObject({ maxAmountRequired: '1000', resource: url, payTo })
  })

  it.each(['/metered', '/named'])('stay those of version 2 in the body of %s, which it cannot pay', async (path) => {
    const answer = await fetch(`${site.origin}${path}`)
    const header = parseHeader(answer.headers.get('payment-required') ?? '')
    expect(header).toEqual({ ok: true, value: await answer.json() })
  })
})

describe('a site that serves version 2 only', () => {
  it('says so, has the same header, and charges nothing', async () => {
    const { header, balance } = await signVersion1()
    const only2 = await openTestSite({ routes, env: { X402_VERSION_1: 'off' } })
    const terms = await fetch(`${only2.origin}/sold`)
    expect(parseHeader(terms.headers.get('payment-required') ?? '')).toEqual({ ok: true, value: await terms.json() })
    const answer = await fetch(`${only2.origin}/sold`, { headers: { 'x-payment': header } })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'invalid_x402_version', detail: expect.stringContaining('send PAYMENT-SIGNATURE') },
    ])
    expect(await balance()).toBe(1_000_000n)
  })
})
