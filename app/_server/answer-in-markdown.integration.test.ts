import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { cookieOf, createTestSeller, priceOf, signInTestWallet } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { archiveRoute, pauseRoute } from '@/lib/shop/sellers/routes/move-route'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'
import type { OpenShop } from '@/lib/site/compose/open-shop'
import { setRunning } from '@/lib/site/compose/running'
import { answerInMarkdown } from './answer-in-markdown'

const world = testWorld()
const site = await openTestSite()
const { sellers, storedRoutes } = site.application

beforeAll(() => setRunning({ site: site.application, shop: site.application as unknown as OpenShop }))
afterAll(() => setRunning({}))

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const request = new Request(url, { headers })
  return answerInMarkdown(request, await storedRoutes.answer(request), storedRoutes.answer)
}

it.each([pauseRoute, archiveRoute])('%o leaves the twin in Markdown with who bought the article', async (stop) => {
  const { actor } = await createTestSeller(site)
  const text = { kind: 'article', title: 'A text', method: 'GET', path: '/caf\u00e9', price: priceOf('$0.01') }
  const { routeId, url } = await createRoute(sellers, actor, { ...text, teaser: 'Free.', body: 'Bought to keep.' })
  // As another client may spell it.
  const [twin, buyer] = [`${url.replace('%C3%A9', 'e%cc%81')}.md`, await createEvmBuyer(world, 100_000n)]
  expect((await fetch(url, { headers: (await buyer.sign(url)).headers })).status).toBe(200)
  await stop(sellers, actor, routeId)
  const { token } = await signInTestWallet(site.application, privateKeyToAccount(buyer.key))
  const own = { cookie: cookieOf(site, { sessionToken: token }), 'sec-fetch-site': 'same-origin' }
  expect(await (await ask(twin, own))?.text()).toBe('Bought to keep.')
  expect(await (await ask(twin))?.text()).not.toMatch(/Free|The rest/)
})
