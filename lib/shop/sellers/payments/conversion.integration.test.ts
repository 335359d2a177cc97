import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { createRoute } from '../routes/create-route'
import { createChallengeCounter } from './count-challenges'
import { summarizeConversion } from './summarize-conversion'

const world = testWorld()
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const site = await openTestSite({})
const context = site.application.sellers
const seller = await createTestSeller(site)

const day = 86_400_000
const range = () => ({ from: new Date(Date.now() - day), until: new Date(Date.now() + day) })

it('counts 402s, signed and settled payments by route and kind of caller, and writes nothing for a 402', async () => {
  const article = { kind: 'article', title: 'A', method: 'GET', path: '/a', price: priceOf('$0.01'), body: 'Text.' }
  const { url } = await createRoute(context, seller.actor, article)
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers })
  for (let count = 0; count < 200; count += 1) await ask({ 'user-agent': 'node' })
  for (let count = 0; count < 3; count += 1) await ask({ 'user-agent': person, accept: '*/*' })
  await ask({ 'user-agent': 'TurnpikeCatalog/1' })
  await ask({ 'user-agent': person }, 'HEAD')
  expect(await rows()).toEqual([0, 0])
  expect(await summarizeConversion(context, seller.actor, range())).toEqual({ byDay: [], byRoute: [] })

  const buyer = await createEvmBuyer(world, 1_000_000n)
  const signed = (await buyer.sign(url)).headers
  const paid = await ask({ ...signed, 'user-agent': person })
  expect(paid.status).toBe(200)
  await paid.text()
  // A copy of the payment is refused: it is neither another signed payment nor another first request.
  await ask({ ...signed, 'user-agent': 'node' })

  await site.application.challengeCounter.flush(context.database)
  const { byDay, byRoute } = await summarizeConversion(context, seller.actor, range())
  const routeKey = `GET /x/${seller.handle}/a`
  // The buyer itself sent one unpaid request before it signed.
  const counts = [
    { audience: 'agent', served: 201, signed: 0, settled: 0 },
    { audience: 'person', served: 3, signed: 1, settled: 1 },
    { audience: 'probe', served: 2, signed: 0, settled: 0 },
  ]
  expect(byRoute).toEqual(counts.map((count) => ({ ...count, routeKey })))
  expect(byDay).toEqual(counts.map((count) => ({ ...count, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })))
})

it('adds up over instances, keeps what could not be written, and counts no route that is not a seller’s', async () => {
  const other = await createTestSeller(site)
  const at = new Date()
  const routeKey = `GET /x/${other.handle}/b`
  const [one, two] = [createChallengeCounter(), createChallengeCounter()]
  for (const counter of [one, two]) {
    counter.add({ routeKey, audience: 'agent', at })
    counter.add({ routeKey: 'GET /weather', audience: 'agent', at })
  }
  const broken = { $executeRaw: async () => Promise.reject(new Error('The database is away.')) }
  await expect(one.flush(broken as never)).rejects.toThrow('away') // The one call that flush makes.
  one.add({ routeKey, audience: 'agent', at })
  expect(await Promise.all([one.flush(context.database), two.flush(context.database)])).toEqual([1, 1])
  expect(await one.flush(context.database)).toBe(0)
  const { byDay, byRoute } = await summarizeConversion(context, other.actor, range())
  for (const view of [byDay, byRoute]) expect(view).toMatchObject([{ audience: 'agent', served: 3 }])
})

/** Without rows, nothing was inserted, and nothing could be updated. */
const rows = async () => [await context.database.payment.count(), await context.database.challengeCount.count()]
