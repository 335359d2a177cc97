import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import type { PaymentRequirements } from '@x402/core/types'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/client'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
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
  'GET /metered': { config: { accepts: option('upto', BASE_SEPOLIA) }, handler },
  'GET /named': {
    config: { accepts: option('exact', BASE_SEPOLIA), extensions: { 'payment-identifier': { required: true } } },
    handler,
  },
}
const site = await openTestSite({ routes })
const url = `${site.origin}/sold`

type SchemeV1 = Pick<ExactEvmSchemeV1, 'createPaymentPayload'>

/** The header of a payment on the terms in the body's version 1, of that network. */
async function signVersion1(scheme: SchemeV1, network: string, target = url): Promise<string> {
  const { accepts } = (await (await fetch(target)).json()) as { accepts: PaymentRequirements[] }
  const terms = accepts.find((each) => each.network === network)
  if (!terms) throw new Error('Expected terms of version 1.')
  return encodeHeader(await scheme.createPaymentPayload(1, terms))
}

async function signOnEvm(target = url) {
  const { key, address, balance } = await createEvmBuyer(world, 1_000_000n)
  const scheme = new ExactEvmSchemeV1(privateKeyToAccount(key as Hex))
  return { address, balance, header: await signVersion1(scheme, 'base-sepolia', target) }
}

async function signOnSolana(): Promise<string> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(randomBytes(32)), true)
  await world.faucet({ network: SOLANA_DEVNET, address: signer.address, amountAtomic: 1_000_000n })
  return signVersion1(new ExactSvmSchemeV1(signer, { rpcUrl: world.svmRpcUrl }), 'solana-devnet')
}

const pay = (header: string, target = url) => fetch(target, { headers: { 'x-payment': header } })

function settlementOf(headers: Headers): unknown {
  const parsed = parseHeader(headers.get('x-payment-response') ?? '')
  return parsed.ok ? parsed.value : parsed
}

describe('a buyer of version 1', () => {
  it('buys on EVM, and is charged the price once', async () => {
    const { header, balance, address } = await signOnEvm()
    const before = await readUsdc(world, payTo)
    const answer = await pay(header)
    expect([answer.status, await answer.json()]).toEqual([200, { content: 'paid' }])
    expect(settlementOf(answer.headers)).toMatchObject({
      success: true,
      network: 'base-sepolia',
      payer: address.toLowerCase(),
    })
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-PAYMENT-RESPONSE')
    expect([await balance(), (await readUsdc(world, payTo)) - before]).toEqual([999_000n, 1_000n])
  })

  it('buys on Solana', async () => {
    const answer = await pay(await signOnSolana())
    expect([answer.status, await answer.json()]).toEqual([200, { content: 'paid' }])
    expect(settlementOf(answer.headers)).toMatchObject({ success: true, network: 'solana-devnet' })
  })

  it('cannot use a payment twice, in either version', async () => {
    const { header, balance, address } = await signOnEvm()
    expect((await pay(header)).status).toBe(200)
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
    const { header, balance } = await signOnEvm()
    const answer = await fetch(url, { headers: { 'x-payment': header, 'payment-signature': header } })
    expect([answer.status, await balance()]).toEqual([400, 1_000_000n])
    expect((await answer.json()).detail).toContain('were both sent')
  })
})

it('the terms stand in the body in version 1, only what it can pay, beside the header of version 2', async () => {
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
