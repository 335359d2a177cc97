import type { x402Client } from '@x402/core/client'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import { declareEip2612GasSponsoringExtension } from '@x402/extensions'
import { paymentMiddleware } from '@x402/hono'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { Hono } from 'hono'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evmPayer, usdcBalance } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, openFacilitatorSite, SVM_NETWORK } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { createStockBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { parseHeader } from '@/lib/base/x402/header-codec'
import type { PaymentRequired } from '@/lib/base/x402/wire'

const newServer = () =>
  new x402ResourceServer(new HTTPFacilitatorClient({ url: world.url }))
    .register(EVM_NETWORK, new ExactEvmScheme())
    .register(EVM_NETWORK, new UptoEvmScheme())
    .register(SVM_NETWORK, new ExactSvmScheme())

type Price = Parameters<x402ResourceServer['buildPaymentRequirements']>[0]['price']

/** One whole payment at a server of the SDK's core; returns the seller's earnings. */
async function pay(
  client: x402Client,
  terms: { scheme: string; price: Price; extensions?: Record<string, unknown> },
  used?: string,
) {
  const { extensions, ...option } = terms
  const accepts = await server.buildPaymentRequirements({
    ...option,
    network: EVM_NETWORK,
    payTo,
    maxTimeoutSeconds: 60,
  })
  const [requirements] = accepts
  if (!requirements) throw new Error('Expected an option.')
  const resource = { url: 'http://localhost/x', description: '', mimeType: 'application/json' }
  const payload = await client.createPaymentPayload({
    x402Version: 2,
    resource,
    accepts,
    ...(extensions ? { extensions } : {}),
  })
  const before = await usdcBalance(testWorld().evmRpcUrl, payTo)
  const verified = await server.verifyPayment(payload, requirements)
  const settled = await server.settlePayment(payload, { ...requirements, amount: used ?? requirements.amount })
  return { verified, settled, earned: (await usdcBalance(testWorld().evmRpcUrl, payTo)) - before }
}

const newBuyer = async (includesGas = false) => {
  const account = privateKeyToAccount(generatePrivateKey())
  await testWorld().faucet({ network: EVM_NETWORK, address: account.address, includesGas })
  return account
}

const world = await openFacilitatorSite({ gasWallets: 2 })
afterAll(() => world.close())
const payTo = world.newEvmSeller()
const server = newServer()
// Asks /supported and validates it against every registered scheme.
await server.initialize()

describe('a server of the core package', () => {
  it('finds its wallets named the same at every look', async () => {
    const looks = await Promise.all(
      Array.from({ length: 5 }, async () => (await fetch(`${world.url}/supported`)).json()),
    )
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1)
  })

  it('takes upto from a wallet without gas, with a sponsored approval', async () => {
    const buyer = await newBuyer()
    const extensions = declareEip2612GasSponsoringExtension()
    const client = evmPayer(testWorld().evmRpcUrl, buyer)
    const outcome = await pay(client, { scheme: 'upto', price: '$0.10', extensions }, '4000')
    expect(outcome).toMatchObject({ verified: { isValid: true }, settled: { success: true }, earned: 4_000n })
  })
})

describe('an unmodified hono server', () => {
  let hono: ServedFetch
  beforeAll(async () => {
    const app = new Hono()
    const accepts = { scheme: 'exact', price: '$0.001', network: EVM_NETWORK, payTo } as const
    app.use(paymentMiddleware({ 'GET /weather': { accepts } }, newServer()))
    app.get('/weather', (context) => context.json({ weather: 'fair' }))
    hono = await serveFetch(async (request) => app.fetch(request))
  })
  afterAll(() => hono?.stop())

  async function sign() {
    const key = generatePrivateKey()
    await testWorld().faucet({ network: EVM_NETWORK, address: privateKeyToAccount(key).address })
    const url = `${hono.origin}/weather`
    const signed = await createStockBuyer({ evm: { key, rpcUrl: testWorld().evmRpcUrl } }).sign(url)
    return { url, ...signed }
  }

  it('gives what was paid for to a payment that landed after it stopped waiting, once', async () => {
    const { url, headers, payload } = await sign()
    const before = await usdcBalance(testWorld().evmRpcUrl, payTo)
    const request = { paymentPayload: payload, paymentRequirements: payload.accepted }
    // The server's answer at its first try, while the chain was slow.
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    const slow = await world.openInstance({ evmRpcUrls: [rpc.url], limits: { resendAfterMs: 100 } })
    rpc.decide(({ method }) => (method === 'eth_sendRawTransaction' ? { swallow: `0x${'ab'.repeat(32)}` } : 'pass'))
    expect(await slow.settle(request as never, { isWaiting: false })).toMatchObject({ kind: 'unknown' }) // The SDK's looser types.
    expect((await fetch(url, { headers })).status).toBe(402)
    rpc.decide(() => 'pass')
    await expect.poll(async () => (await usdcBalance(testWorld().evmRpcUrl, payTo)) - before).toBe(1_000n)
    const answers = [await fetchDecided(url, headers), await fetchDecided(url, headers)]
    expect(answers.map(({ status }) => status)).toEqual([200, 402])
    expect((await usdcBalance(testWorld().evmRpcUrl, payTo)) - before).toBe(1_000n)
    await rpc.stop()
  })
})

/** The ledger may learn of the transaction a moment after the chain has it. */
async function fetchDecided(url: string, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { headers })
    const terms = parseHeader(response.headers.get('payment-required') ?? '')
    if (!terms.ok || (terms.value as PaymentRequired).error !== 'settlement_pending') return response
  }
}
