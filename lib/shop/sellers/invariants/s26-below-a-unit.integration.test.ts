import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { saveGateway } from '../gateways/save-gateway'
import { createRoute, updateRoute } from '../routes/write-route'

const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)
const says = expect.stringContaining('A price below $0.000001 cannot be paid')

const upstream = { url: 'http://127.0.0.1:8080' }
const article = { kind: 'article', title: 'A text', method: 'GET', path: '/text', body: 'Secret.' }
const metered = { ...article, kind: 'metered_api', upstream, metering: { unit: 'byte', dollars: '$0.0000001' } }
const { body: _body, ...api } = metered
const options = [
  { scheme: 'exact', ...priceOf('$0.01') },
  { scheme: 'upto', ...priceOf('$0.0000004') },
]

it.each([
  ['an article', { ...article, price: priceOf('$0.0000001') }, 'price.dollars'],
  ['cents', { ...article, price: priceOf('0.00001 cents') }, 'price.dollars'],
  ['what would be rounded up to twice its price', { ...article, price: priceOf('$0.0000005') }, 'price.dollars'],
  ['a maximum', { ...api, price: priceOf('$0.0000001') }, 'price.dollars'],
  ['one of several options', { ...api, options }, 'options.1.dollars'],
])('a price below the unit of its asset is refused by its field: %s', async (_what, input, field) => {
  await expect(createRoute(context, seller.actor, input)).rejects.toMatchObject({
    code: 'INPUT_REFUSED',
    fields: { [field]: says },
  })
})

it('a price of an operation of a gateway is refused by its number', async () => {
  const paid = (path: string, dollars: string) => ({ method: 'GET', path, title: path, dollars })
  const gateway = { title: 'A service', prefix: '/api', networks: [BASE_SEPOLIA], upstream }
  const operations = [paid('/a', '$0.01'), paid('/b', '$0.0000004')]
  await expect(saveGateway(context, seller.actor, null, { ...gateway, operations })).rejects.toMatchObject({
    code: 'INPUT_REFUSED',
    fields: { 'operations.1.dollars': says },
  })
})

it('a meter may count in less than a unit, as its sum is rounded', async () => {
  const made = await createRoute(context, seller.actor, { ...api, path: '/metered', price: priceOf('$0.10') })
  expect((await fetch(made.url)).status).toBe(402)
})

it('a route that was stored with such a price is not sold until its price is mended', async () => {
  const input = { ...article, path: '/before', price: priceOf('$0.01') }
  const { routeId, url } = await createRoute(context, seller.actor, input)
  // A row from before the rule.
  await context.database.execute(sql`
    UPDATE stored_routes SET settings = jsonb_set(settings, '{price,dollars}', '"$0.0000001"') WHERE id = ${routeId}::uuid`)
  await expect.poll(async () => (await fetch(url)).status).toBe(503)
  expect(await (await fetch(url)).json()).toMatchObject({ code: 'route_not_ready' })
  await updateRoute(context, seller.actor, routeId, input)
  await expect.poll(async () => (await fetch(url)).status).toBe(402)
})
