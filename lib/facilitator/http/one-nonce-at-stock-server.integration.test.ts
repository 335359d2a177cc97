import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/hono'
import { Hono } from 'hono'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createStockBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { nonceOf, signWithNonce } from '@/lib/base/chains/testing/same-nonce'
import { createFacilitatorHttp } from './create-facilitator-http'

const log = { info: () => {}, warn: () => {}, error: () => {} }

it('a payment to the buyer itself opens no stock server, though both have one nonce', async () => {
  const world = await openFacilitatorWorld()
  const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
  const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
  const endpoints = createFacilitatorHttp({ facilitator, log, baseUrl: 'http://localhost/facilitator' })
  const served = await serveFetch(serveFacilitator(endpoints))
  const [victim, own] = [world.newEvmSeller(), world.newEvmSeller()]
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: `${served.origin}/facilitator` }))
  server.register(EVM_NETWORK, new ExactEvmScheme())
  const app = new Hono()
  const accepts = { scheme: 'exact', price: '$5', network: EVM_NETWORK, payTo: victim } as const
  app.use(paymentMiddleware({ 'GET /weather': { accepts } }, server))
  app.get('/weather', (context) => context.json({ weather: 'fair' }))
  const shop = await serveFetch(async (request) => app.fetch(request))

  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await testWorld().faucet({ network: EVM_NETWORK, address: account.address, amountAtomic: 10_000_000n })
  const buyer = createStockBuyer({ evm: { key, rpcUrl: testWorld().evmRpcUrl } })
  const { headers, payload } = await buyer.sign(`${shop.origin}/weather`)
  const accepted = { ...payload.accepted, payTo: own, amount: '1000' }
  const toSelf = await signWithNonce(account, accepted, nonceOf(payload))
  rpc.decide(({ method }) => (method === 'eth_getTransactionReceipt' ? { swallow: null } : 'pass'))
  const answer = await fetch(`${served.origin}/facilitator/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ x402Version: 2, paymentPayload: toSelf, paymentRequirements: accepted }),
  })
  expect(await answer.json()).toMatchObject({ success: false, errorReason: 'settlement_pending' })
  expect((await fetch(`${shop.origin}/weather`, { headers })).status).toBe(402)
  rpc.decide(() => 'pass')
  const states = () => world.database.settlement.findMany({ select: { state: true } })
  await expect.poll(states).toEqual([{ state: 'settled' }])
  expect((await fetch(`${shop.origin}/weather`, { headers })).status).toBe(402)
  expect(await usdcBalance(testWorld().evmRpcUrl, victim)).toBe(0n)
  expect(await usdcBalance(testWorld().evmRpcUrl, own)).toBe(1_000n)
  await shop.stop()
  await served.stop()
  await rpc.stop()
  await world.close()
})
