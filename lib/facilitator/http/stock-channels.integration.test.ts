import { x402Client } from '@x402/core/client'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme as ChannelBuyer } from '@x402/evm/batch-settlement/client'
import { BatchSettlementEvmScheme as ChannelSeller } from '@x402/evm/batch-settlement/server'
import { paymentMiddleware } from '@x402/express'
import { wrapFetchWithPayment } from '@x402/fetch'
import express from 'express'
import type { Address } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { freshAccount, readerAt, usdc, usdcBalance } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { serveFetch } from '@/development/testing/serve-fetch'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { systemClock } from '@/lib/base/infra/clock'
import { createCallerGate } from '../access/admit-caller'
import { createApiKey } from '../access/api-keys'
import { createFacilitatorHttp } from './create-facilitator-http'

const PRICE = 100n
const quiet = { log: { info: () => {}, warn: () => {}, error: () => {} }, baseUrl: 'http://localhost/facilitator' }

const world = await openFacilitatorWorld()
const access = { database: world.database, clock: systemClock, isOpen: false, requestsPerSecond: 1_000 }
const facilitator = await serveFetch(
  serveFacilitator(
    createFacilitatorHttp({
      ...quiet,
      facilitator: world.facilitator,
      admitCaller: createCallerGate(access),
      minimumOf: () => 1_000n,
    }),
  ),
)
afterAll(async () => {
  await facilitator.stop()
  await world.close()
})

/** A stock express server with its channels in memory, settling over us. */
async function openStockServer(options: { isReceiver: boolean; ownKey?: ReturnType<typeof freshAccount> }) {
  const payTo = world.newEvmSeller() as Address
  const { secret } = await createApiKey(world.database, {
    name: 'A stock server',
    scopes: ['verify', 'settle'],
    receivers: options.isReceiver ? [payTo] : [],
  })
  const headers = { Authorization: `Bearer ${secret}` }
  const createAuthHeaders = async () => ({ verify: headers, settle: headers, supported: headers })
  const client = new HTTPFacilitatorClient({ url: `${facilitator.origin}/facilitator`, createAuthHeaders })
  const scheme = new ChannelSeller(payTo, options.ownKey && { receiverAuthorizerSigner: options.ownKey as never })
  const server = new x402ResourceServer(client).register(EVM_NETWORK, scheme)
  const accepts = {
    scheme: 'batch-settlement',
    network: EVM_NETWORK,
    payTo,
    price: { amount: PRICE.toString(), asset: usdc, extra: { name: 'USDC', version: '2' } },
  } as const
  const app = express()
  app.use(paymentMiddleware({ 'GET /number': { accepts } }, server))
  app.get('/number', (_request, response) => void response.json({ number: 4 }))
  const url = `${(await serveNode(app)).origin}/number`
  return { payTo, url, channels: scheme.createChannelManager(client, EVM_NETWORK) }
}

async function openStockBuyer() {
  const rpcUrl = testWorld().evmRpcUrl
  const account = await world.newEvmPayer(1_000_000n)
  const scheme = new ChannelBuyer(toClientEvmSigner(account, readerAt(rpcUrl)), { depositStrategy: () => '10000' })
  const pay = wrapFetchWithPayment(fetch, new x402Client().register(EVM_NETWORK, scheme))
  return { scheme, pay, balance: () => usdcBalance(rpcUrl, account.address) }
}

const balanceOf = (owner: Address) => usdcBalance(testWorld().evmRpcUrl, owner)

describe('a stock server and a stock client over us', () => {
  it('sell and buy ten calls, claim, settle, and give the rest back', async () => {
    const [shop, buyer] = [await openStockServer({ isReceiver: true }), await openStockBuyer()]
    for (let call = 0; call < 10; call += 1) expect((await buyer.pay(shop.url)).status).toBe(200)
    expect(await buyer.balance()).toBe(990_000n)
    expect(await world.database.settlement.count({ where: { scheme: 'batch-settlement', state: 'settled' } })).toBe(1)
    expect(await shop.channels.claim()).toMatchObject([{ vouchers: 1 }])
    expect(await balanceOf(shop.payTo)).toBe(0n)
    await shop.channels.settle()
    expect(await balanceOf(shop.payTo)).toBe(10n * PRICE)
    await expect(shop.channels.settle()).rejects.toThrow(/nothing_to_settle/)
    const refund = await buyer.scheme.refund(shop.url)
    expect(refund).toMatchObject({ success: true, amount: '9000' })
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('give back what is not used and claim what is, in one transaction', async () => {
    const ownKey = freshAccount()
    const [shop, buyer] = [await openStockServer({ isReceiver: false, ownKey }), await openStockBuyer()]
    for (let call = 0; call < 3; call += 1) expect((await buyer.pay(shop.url)).status).toBe(200)
    expect(await buyer.scheme.refund(shop.url)).toMatchObject({ success: true, amount: '9700' })
    expect(await buyer.balance()).toBe(999_700n)
    await expect(shop.channels.settle()).rejects.toThrow(/amount_below_minimum/)
  })

  it('is refused a refund that the server asks for without being known as the receiver', async () => {
    const [shop, buyer] = [await openStockServer({ isReceiver: false }), await openStockBuyer()]
    expect((await buyer.pay(shop.url)).status).toBe(200)
    await expect(buyer.scheme.refund(shop.url)).rejects.toThrow()
    expect(await buyer.balance()).toBe(990_000n)
    await expect(shop.channels.claim()).rejects.toThrow(/amount_below_minimum/)
  })
})
