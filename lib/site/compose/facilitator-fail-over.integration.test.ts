import { afterAll, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const payTo = `0x${'c'.repeat(40)}` as const
const routes = {
  'GET /paid': {
    config: { accepts: { scheme: 'exact', price: '$0.01', network: BASE_SEPOLIA, payTo } },
    handler: () => Response.json({ content: 'paid' }),
  },
} as const
/** Another operator's facilitator that verifies, and refuses to settle. */
const other = await serveFetch(async (request) => {
  const path = new URL(request.url).pathname
  if (path === '/supported') {
    return Response.json({ kinds: [{ x402Version: 2, scheme: 'exact', network: BASE_SEPOLIA }] })
  }
  return path === '/verify' ? Response.json({ isValid: true }) : new Response(null, { status: 403 })
})
afterAll(() => other.stop())
const away = await openTestSite({ env: { FACILITATOR_URLS: 'http://127.0.0.1:1,own' }, routes })
const closed = await openTestSite({ env: { FACILITATOR_URLS: `${other.origin},own` }, routes })

it.each([
  ['is away', away],
  ['settles nothing for us', closed],
])('settles by our own facilitator while the preferred one %s', async (_how, site) => {
  const buyer = await createEvmBuyer(testWorld(), 1_000_000n)
  const url = `${site.origin}/paid`
  const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect([response.status, await response.json()]).toEqual([200, { content: 'paid' }])
  expect(await buyer.balance()).toBe(990_000n)
})
