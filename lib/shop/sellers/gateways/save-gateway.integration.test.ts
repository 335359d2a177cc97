import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { getRoute } from '../routes/routes'
import { updateRoute } from '../routes/write-route'
import { getGateway } from './gateways'
import { saveGateway } from './save-gateway'

const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)

const paid = (method: string, path: string) => ({ method, path, title: path, dollars: '$0.01' })
const gateway = (prefix: string, operations: object[]) => ({
  ...{ title: 'A service', prefix, networks: [BASE_SEPOLIA], operations },
  upstream: { url: 'http://127.0.0.1:8080' },
})
const save = (input: object, gatewayId: string | null = null) => saveGateway(context, seller.actor, gatewayId, input)

it('passes no answer on as it comes while the route is a tool or has a price that this does not go with', async () => {
  const metered = { ...paid('GET', '/b'), metering: { unit: 'call', dollars: '$0.01' } }
  const operations = [paid('GET', '/a'), metered]
  const { gatewayId } = await save(gateway('/own', operations))
  const streams = (at: number) =>
    gateway(
      '/own',
      operations.map((one, index) => ({ ...one, isStreaming: index === at })),
    )
  const [a, b] = (await getGateway(context, seller.actor, gatewayId)).operations
  const change = async (routeId = '', own: object) => {
    const { kind, method, path, title, upstream } = await getRoute(context, seller.actor, routeId)
    await updateRoute(context, seller.actor, routeId, {
      ...{ kind, method, path, title, upstream: { url: upstream?.url } },
      ...own,
    })
  }
  await change(a?.routeId, { price: priceOf('$0.01'), isTool: true })
  const options = ['exact', 'upto'].map((scheme) => ({ scheme, ...priceOf('$0.01') }))
  await change(b?.routeId, { metering: metered.metering, options })
  for (const at of [0, 1]) {
    await expect(save(streams(at), gatewayId)).rejects.toMatchObject({
      code: 'INPUT_REFUSED',
      fields: { [`operations.${at}.isStreaming`]: expect.stringContaining('as it comes') },
    })
  }
  expect(await save(gateway('/own', operations), gatewayId)).toMatchObject({ changed: 0 })
  expect(await getRoute(context, seller.actor, a?.routeId ?? '')).toMatchObject({ settings: { isTool: true } })
  expect(await getRoute(context, seller.actor, b?.routeId ?? '')).toMatchObject({ settings: { options } })
})

it('is not written over another save that came in between', async () => {
  const { gatewayId } = await save(gateway('/between', [paid('GET', '/a')]))
  const buildTerms: typeof context.gate.buildTerms = async (...terms) => {
    await save(gateway('/between', [paid('GET', '/b')]), gatewayId)
    return context.gate.buildTerms(...terms)
  }
  const input = gateway('/between', [paid('GET', '/c')])
  const late = saveGateway({ ...context, gate: { buildTerms } }, seller.actor, gatewayId, input)
  await expect(late).rejects.toMatchObject({ code: 'ROUTE_CHANGED' })
  expect((await getGateway(context, seller.actor, gatewayId)).operations).toMatchObject([{ path: '/b' }])
})

it.each([
  ['more segments than a path has', '/a'.repeat(32), {}],
  ['more segments than an address has', '/a'.repeat(30), {}],
  ['more segments than an address has, free', '/a'.repeat(30), { access: 'free', dollars: undefined }],
])('names the operation whose path has %s', async (_what, path, more) => {
  const operations = [paid('GET', '/b'), { ...paid('GET', path), title: 'Deep', ...more }]
  await expect(save(gateway('/deep', operations))).rejects.toMatchObject({
    code: 'INPUT_REFUSED',
    fields: { 'operations.1.path': 'The path has too many segments.' },
  })
})
