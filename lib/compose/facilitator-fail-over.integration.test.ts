import { expect, it } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { openTestSite } from '@/testing/open-test-site'
import { createEvmBuyer } from '@/testing/test-buyer'
import { testWorld } from '@/testing/test-world'

const payTo = `0x${'c'.repeat(40)}` as const
const site = await openTestSite({
  // Nothing listens there.
  env: { FACILITATOR_URLS: 'http://127.0.0.1:1,own' },
  routes: {
    'GET /paid': {
      config: { accepts: { scheme: 'exact', price: '$0.01', network: BASE_SEPOLIA, payTo } },
      handler: () => Response.json({ content: 'paid' }),
    },
  },
})

it('settles by our own facilitator while the preferred one is away', async () => {
  const buyer = await createEvmBuyer(testWorld(), 1_000_000n)
  const url = `${site.origin}/paid`
  const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect([response.status, await response.json()]).toEqual([200, { content: 'paid' }])
  expect(await buyer.balance()).toBe(990_000n)
})
