import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { askSettled } from '@/development/testing/ask-settled'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, createSvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PricedOption } from '@/lib/base/x402/payment-option'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address

const evmOption = (scheme: 'exact' | 'upto', price: string): PricedOption => ({
  scheme,
  price,
  network: BASE_SEPOLIA,
  payTo,
})

const solanaPayTo = (await svmDevnetSigner('seller')).address
const site = await openTestSite({
  routes: {
    'GET /exact': {
      config: {
        accepts: [
          evmOption('exact', '$0.001'),
          { ...evmOption('exact', '$0.001'), network: SOLANA_DEVNET, payTo: solanaPayTo },
        ],
      },
      handler: () => Response.json({ content: 'exact' }),
    },
    'GET /metered': {
      config: { accepts: evmOption('upto', '$0.10'), query: ['amount'] },
      handler: (request, { meter }) => {
        meter.setAmount(new URL(request.url).searchParams.get('amount') ?? '')
        return Response.json({ content: 'metered' })
      },
    },
    'GET /failing': {
      config: { accepts: evmOption('exact', '$0.001') },
      handler: () => Response.json({ sorry: true }, { status: 418 }),
    },
  },
})

const decode = (response: Response, name: string) => {
  const parsed = parseHeader(response.headers.get(name) ?? '')
  return parsed.ok ? parsed.value : null
}

describe('the gate', () => {
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

  it('refuses the same payment a second time', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const signed = await buyer.sign(`${site.origin}/exact`)
    await (await fetch(`${site.origin}/exact`, { headers: signed.headers })).text()
    const again = await askSettled(`${site.origin}/exact`, signed.headers)
    expect(again.status).toBe(402)
    expect(decode(again, 'payment-required')).toMatchObject({ error: 'payment_already_used' })
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('charges an upto payment what the handler metered, and nothing for zero', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    for (const [amount, left] of [
      ['40000', 960_000n],
      ['12.5%', 947_500n],
      ['$0.01', 937_500n],
      ['0', 937_500n],
    ] as const) {
      const url = `${site.origin}/metered?amount=${encodeURIComponent(amount)}`
      const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
      expect([response.status, amount]).toEqual([200, amount])
      expect(await buyer.balance()).toBe(left)
    }
  })

  it('settles nothing for an override that is no amount', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    for (const amount of ['200%', '-5', 'abc', '$0.11', '100001', ' 5 ', '0x10', '1e3', '33.333%']) {
      const url = `${site.origin}/metered?amount=${encodeURIComponent(amount)}`
      const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
      expect([amount, response.status]).toEqual([amount, 500])
    }
    expect(await buyer.balance()).toBe(1_000_000n)
  })

  it("gives a failing handler's own answer and charges nothing, three times at most", async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const { headers } = await buyer.sign(`${site.origin}/failing`)
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.push((await fetch(`${site.origin}/failing`, { headers })).status)
    }
    expect(statuses).toEqual([418, 418, 418, 402])
    expect(await buyer.balance()).toBe(1_000_000n)
  })

  it('refuses a payment of a wallet without money and says so', async () => {
    const buyer = await createEvmBuyer(world, 0n)
    const { headers } = await buyer.sign(`${site.origin}/exact`)
    const response = await fetch(`${site.origin}/exact`, { headers })
    expect(response.status).toBe(402)
    expect(decode(response, 'payment-required')?.error).toMatch(/insufficient/)
  })
})
