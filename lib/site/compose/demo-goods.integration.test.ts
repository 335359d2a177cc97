import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { createOwnRoutes } from '@/development/testing/own-routes'
import { serveFetch } from '@/development/testing/serve-fetch'
import { devnetEnv } from '@/development/testing/serve-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { buildApplication } from './application'

const world = testWorld()
const { url } = await openTestDatabase()
const funds = 1_000_000n
const served = await serveFetch((request) => answerOwn(request))
const application = await buildApplication({
  ...(await devnetEnv(world, await createGasKeys(world))),
  NODE_ENV: 'test',
  DATABASE_URL: url,
  PUBLIC_ORIGIN: served.origin,
})
const answerOwn = createOwnRoutes({ ...application, gate: application.gate })
let buyer: TestBuyer

beforeEach(async () => {
  buyer = await createEvmBuyer(world, funds)
})
afterAll(async () => {
  await served.stop()
  application.facilitator.stop()
})

const spent = async () => funds - (await buyer.balance())
const addressOf = (article: string) => `${served.origin}/articles/${article}/full`
async function pay(address: string): Promise<Response> {
  const { headers } = await buyer.sign(address)
  return fetch(address, { headers: { ...headers, accept: 'text/html' } })
}

it('an article is paid once and opens for its wallet from then on, and for no other article', async () => {
  const bought = await pay(addressOf('turnpikes'))
  expect([bought.status, bought.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(await bought.text()).toContain('A gate earns only as much as its keeper hands over.')
  expect(await spent()).toBe(30_000n)

  const again = await fetch(addressOf('turnpikes'), { headers: await signInHeaders(addressOf('turnpikes'), buyer.key) })
  expect(again.status).toBe(200)
  const other = await fetch(addressOf('reserved'), { headers: await signInHeaders(addressOf('reserved'), buyer.key) })
  expect(other.status).toBe(402)
  expect(await spent()).toBe(30_000n)
})

it('the metered article charges for the sections that were asked for, and nothing for ones that it has not', async () => {
  const text = readFileSync('lib/site/demo/articles/texts/meter-and-ceiling.md', 'utf8')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  const answer = await pay(`${addressOf('meter-and-ceiling')}?sections=2`)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(headings.filter((heading) => html.includes(`<h2>${heading}</h2>`))).toEqual(headings.slice(0, 2))
  expect(await spent()).toBe(20_000n)

  expect((await pay(`${addressOf('meter-and-ceiling')}?sections=6`)).status).toBe(400)
  expect(await spent()).toBe(20_000n)
})

it('charges nothing for a city that it does not know, and asks no payment for an article that does not exist', async () => {
  expect((await pay(`${served.origin}/weather?city=Atlantis`)).status).toBe(404)
  expect(await spent()).toBe(0n)
  const nothing = await fetch(addressOf('nothing'))
  expect([nothing.status, nothing.headers.get('payment-required')]).toEqual([404, null])
})
