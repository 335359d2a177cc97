import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { evmDevnetAccount, svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PayerOptions } from './create-payer'
import { createPayer } from './create-payer'
import type { PayerEvent } from './payer-error'

const world = testWorld()

const payToSvm = (await svmDevnetSigner('seller')).address
const evm = (scheme: 'exact' | 'upto', price: string) =>
  ({ scheme, price, network: BASE_SEPOLIA, payTo: evmDevnetAccount('seller').address }) as const
const signIn = { 'sign-in-with-x': { statement: 'Sign in to the test shop' } }
const site = await openTestSite({
  routes: {
    'GET /article': {
      config: {
        accepts: [evm('exact', '$0.01'), { ...evm('exact', '$0.01'), network: SOLANA_DEVNET, payTo: payToSvm }],
        extensions: signIn,
      },
      handler: () => Response.json({ content: 'article' }),
    },
    'GET /metered': {
      config: { accepts: evm('upto', '$0.10') },
      handler: (_request, { meter }) => {
        meter.setAmount('30000')
        return Response.json({ content: 'metered' })
      },
    },
  },
})

async function openPayer(options: Omit<PayerOptions, 'onEvent' | 'rpcUrls'>) {
  const events: PayerEvent[] = []
  const payer = await createPayer({ ...options, rpcUrls: world.rpcUrls, onEvent: (event) => void events.push(event) })
  return {
    get: async (path: string) => {
      events.splice(0)
      const response = await payer.fetch(`${site.origin}${path}`)
      return {
        status: response.status,
        body: (await response.json()) as unknown,
        types: events.map(({ type }) => type),
      }
    },
    events,
  }
}

const paying = ['challenge', 'sign_in_sent', 'sign_in_rejected', 'signed', 'settled']
const signingIn = ['challenge', 'sign_in_sent', 'sign_in_accepted']

it('pays once and signs in from then on', async () => {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const payer = await openPayer({ evmKey: buyer.key })
  expect(await payer.get('/article')).toEqual({ status: 200, body: { content: 'article' }, types: paying })
  expect(await buyer.balance()).toBe(990_000n)
  for (let visit = 0; visit < 3; visit++) {
    expect(await payer.get('/article')).toEqual({ status: 200, body: { content: 'article' }, types: signingIn })
  }
  expect(await buyer.balance()).toBe(990_000n)
})

it('pays and signs in with Solana', async () => {
  const payer = await openPayer({ svmKey: await svmDevnetSecretKey('buyer') })
  expect(await payer.get('/article')).toMatchObject({ status: 200, types: paying })
  expect(await payer.get('/article')).toMatchObject({ status: 200, types: signingIn })
})

it('authorises a maximum, approves without gas, and is charged what was used', async () => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await world.faucet({ network: BASE_SEPOLIA, address, amountAtomic: 1_000_000n, includesGas: false })
  const payer = await openPayer({ evmKey: key })
  expect(await payer.get('/metered')).toMatchObject({ status: 200, types: ['challenge', 'signed', 'settled'] })
  const settled = payer.events.find((event) => event.type === 'settled')
  expect(settled?.settlement).toMatchObject({ success: true, amount: '30000' })
})
