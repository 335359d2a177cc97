import bs58 from 'bs58'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, expect, it } from 'vitest'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { startVersion1Seller } from '@/development/testing/version-1-seller'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { createPayer, type PayerOptions } from './create-payer'
import type { PayerEvent } from './payer-error'

const world = testWorld()
const seller = await startVersion1Seller(world)
afterAll(() => seller.stop())

async function openPayer(options: Partial<PayerOptions> = {}) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const events: PayerEvent[] = []
  const given = { evmKey: buyer.key, rpcUrls: world.rpcUrls, onEvent: (event: PayerEvent) => void events.push(event) }
  const payer = await createPayer({ ...given, ...options })
  return {
    ...payer,
    balance: buyer.balance,
    events,
    find: (type: PayerEvent['type']) => events.find((e) => e.type === type),
  }
}

/** A key of Solana with money, in base58. */
async function solanaKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const { d = '', x = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
  await world.faucet({ network: SOLANA_DEVNET, address: bs58.encode(bytes.subarray(32)), amountAtomic: 1_000_000n })
  return bs58.encode(bytes)
}

it('is paid on EVM, and its terms and settlement are told as those of version 2', async () => {
  const payer = await openPayer()
  const before = await readUsdc(world, seller.payTo)
  const answer = await payer.fetch(`${seller.origin}/evm`)
  expect([answer.status, await answer.json()]).toEqual([200, { sold: '/evm' }])
  expect(payer.find('challenge')).toMatchObject({
    offers: [{ price: '0.001 USDC' }],
    paymentRequired: { resource: { url: `${seller.origin}/evm` }, accepts: [{ network: BASE_SEPOLIA }] },
  })
  expect(payer.find('settled')).toMatchObject({ settlement: { success: true, network: BASE_SEPOLIA } })
  expect([await payer.balance(), (await readUsdc(world, seller.payTo)) - before]).toEqual([999_000n, 1_000n])
})

it('is paid on Solana', async () => {
  const payer = await openPayer({ svmKey: await solanaKey() })
  const answer = await payer.fetch(`${seller.origin}/solana`)
  expect([answer.status, await answer.json()]).toEqual([200, { sold: '/solana' }])
  expect(payer.find('settled')).toMatchObject({ settlement: { success: true, network: SOLANA_DEVNET } })
})

it('is not paid above the maximum, on another network, or without approval', async () => {
  for (const [limits, code] of [
    [{ maxDollars: '$0.0009' }, 'PRICE_ABOVE_MAXIMUM'],
    [{ network: 'svm' }, 'NO_OPTION_FITS'],
    [{ approve: async () => 'No.' }, 'NOT_APPROVED'],
  ] as [Partial<PayerOptions>, string][]) {
    const payer = await openPayer(limits)
    await expect(payer.fetch(`${seller.origin}/evm`)).rejects.toMatchObject({ name: 'PayerError', code })
    expect([payer.find('signed'), await payer.balance()]).toEqual([undefined, 1_000_000n])
  }
})

it('tells why it refuses a payment', async () => {
  const payer = await openPayer({ evmKey: generatePrivateKey() })
  const answer = await payer.fetch(`${seller.origin}/evm`)
  expect(answer.status).toBe(402)
  expect(payer.find('payment_rejected')).toMatchObject({ reason: expect.stringMatching(/insufficient|invalid/) })
})
