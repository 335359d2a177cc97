import { afterAll, beforeAll, expect, it } from 'vitest'
import { signEvmPayment } from '@/lib/chains/testing/signed-payments'
import { startTracing } from '@/lib/infra/tracing'
import { EVM_NETWORK, type FacilitatorWorld, openFacilitatorWorld } from '@/testing/facilitator-world'
import { type ServedFetch, serveFetch } from '@/testing/serve-fetch'

type Received = { path: string; body: Export }
type Attribute = { key: string; value: { stringValue?: string } }
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: { name: string; attributes: Attribute[] }[] }[]
  }[]
}

let world: FacilitatorWorld
let collector: ServedFetch
const received: Received[] = []

beforeAll(async () => {
  world = await openFacilitatorWorld()
  collector = await serveFetch(async (request) => {
    received.push({ path: new URL(request.url).pathname, body: (await request.json()) as Export })
    return Response.json({})
  })
})
afterAll(async () => {
  await collector?.stop()
  await world?.close()
})

const textsOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]))

it('sends a collector one span for verify and one for settle, without the payer', async () => {
  const stopTracing = startTracing({ endpoint: `${collector.origin}/`, instanceId: 'one' })
  const payer = await world.newEvmPayer()
  const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
  const request = { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
  await world.facilitator.verify(request)
  await world.facilitator.settle(request)
  await world.facilitator.settle(request)
  await stopTracing()

  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  const resources = received.flatMap(({ body }) => body.resourceSpans)
  expect(textsOf(resources[0]?.resource.attributes ?? [])).toMatchObject({ 'service.name': 'turnpike' })
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans)
  const told = { 'x402.network': EVM_NETWORK, 'x402.scheme': 'exact' }
  expect(spans.map(({ name, attributes }) => [name, textsOf(attributes)])).toEqual([
    ['facilitator.verify', { ...told, 'x402.outcome': 'valid' }],
    ['facilitator.settle', { ...told, 'x402.outcome': 'settled' }],
    ['facilitator.settle', { ...told, 'x402.outcome': 'duplicate_settlement' }],
  ])
  expect(JSON.stringify(received).toLowerCase()).not.toContain(payer.address.slice(2).toLowerCase())
})

it('settles anyway when the collector is away', async () => {
  const stopTracing = startTracing({ endpoint: 'http://127.0.0.1:9', instanceId: 'two' })
  const payer = await world.newEvmPayer()
  const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
  const request = { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
  expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled' })
  await stopTracing()
})
