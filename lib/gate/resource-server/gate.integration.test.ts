import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, createSvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PricedOption } from '@/lib/base/x402/payment-option'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address

const evmOption: PricedOption = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo }

const solanaPayTo = (await svmDevnetSigner('seller')).address
const site = await openTestSite({
  routes: {
    'GET /exact': {
      config: { accepts: [evmOption, { ...evmOption, network: SOLANA_DEVNET, payTo: solanaPayTo }] },
      handler: () => Response.json({ content: 'exact' }),
    },
  },
})

const decode = (response: Response, name: string) => {
  const parsed = parseHeader(response.headers.get(name) ?? '')
  return parsed.ok ? parsed.value : null
}

it('answers 402 with the terms, in the header and for version 1 in the body', async () => {
  const response = await fetch(`${site.origin}/exact`)
  expect(response.status).toBe(402)
  const terms = decode(response, 'payment-required')
  expect(await response.json()).toMatchObject({ x402Version: 1, error: 'Payment required' })
  expect(terms).toMatchObject({
    x402Version: 2,
    error: 'Payment required',
    resource: { url: `${site.origin}/exact` },
  })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

it('serves an exact payment on EVM and takes exactly the price', async () => {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const before = await readUsdc(world, payTo)
  const signed = await buyer.sign(`${site.origin}/exact`)
  const response = await fetch(`${site.origin}/exact`, { headers: signed.headers })
  expect(await response.json()).toEqual({ content: 'exact' })
  expect(response.status).toBe(200)
  expect(decode(response, 'payment-response')).toMatchObject({ success: true, network: BASE_SEPOLIA })
  expect(await buyer.balance()).toBe(999_000n)
  expect(await readUsdc(world, payTo)).toBe(before + 1000n)
})

it('serves an exact payment on Solana', async () => {
  const buyer = await createSvmBuyer(world, 1_000_000n)
  const signed = await buyer.sign(`${site.origin}/exact`)
  const response = await fetch(`${site.origin}/exact`, { headers: signed.headers })
  expect(await response.json()).toEqual({ content: 'exact' })
  expect(decode(response, 'payment-response')).toMatchObject({ success: true, network: SOLANA_DEVNET })
})

it('refuses a payment of a wallet without money and says so', async () => {
  const buyer = await createEvmBuyer(world, 0n)
  const { headers } = await buyer.sign(`${site.origin}/exact`)
  const response = await fetch(`${site.origin}/exact`, { headers })
  expect(response.status).toBe(402)
  expect(decode(response, 'payment-required')?.error).toMatch(/insufficient/)
})
