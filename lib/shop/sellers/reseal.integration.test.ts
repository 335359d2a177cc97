import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { saveGateway } from './gateways/save-gateway'
import type { SellersContext } from './ports'
import { buildUpstreamHeaders } from './produce/produce-from-upstream'
import { answerOnce } from './replays/replay'
import { countUnreadable, reseal } from './reseal'
import { createRoute } from './routes/write-route'
import { deriveSealKey, openSealed, tryOpenSealed } from './seal'
import { createEndpoint } from './webhooks/endpoints'

const [lost, first, second] = ['lost', 'first', 'second'].map((name) => `the ${name} secret of the tests, long enough`)
if (!lost || !first || !second) throw new Error('Three secrets were just made.')
const headers = { 'X-Api-Key': 'the key of the upstream' }

const site = await openTestSite({})
const seller = await createTestSeller(site)

const under = (...[secret, ...previous]: [string, ...string[]]): SellersContext => ({
  ...site.application.sellers,
  sealKey: deriveSealKey(secret, previous),
})

async function createUpstream(context: SellersContext, path: string) {
  const upstream = { url: 'http://127.0.0.1:8080/api', headers }
  const input = { kind: 'api', title: 'An API', method: 'GET', path, price: priceOf('$0.01'), upstream }
  const { routeId } = await createRoute(context, seller.actor, input)
  const read = () => context.database.routeUpstream.findUniqueOrThrow({ where: { routeId } })
  const headersUnder = async ({ sealKey }: SellersContext) =>
    buildUpstreamHeaders(sealKey, { ...(await read()), headers: [] }, new Request('https://shop.example/'))
  return { headersUnder }
}

it('moves every value from an earlier secret to the current one, and leaves the current ones', async () => {
  const old = await createUpstream(under(first), '/old')
  const current = await createUpstream(under(second, first), '/current')
  const endpoint = await createEndpoint(under(first), seller.actor, {
    url: 'http://127.0.0.1:8080/hook',
    events: ['payment.settled'],
  })
  const service = { url: 'http://127.0.0.1:8080', headers }
  const operations = [{ method: 'GET', path: '/a', title: 'A', access: 'free' }]
  const input = { title: 'A service', prefix: '/api', upstream: service, ...priceOf(''), operations }
  const { dollars: _dollars, ...gateway } = input
  const { gatewayId } = await saveGateway(under(first), seller.actor, null, gateway)
  const rotated = under(second, first)
  expect(await old.headersUnder(rotated)).toEqual({ 'x-api-key': 'the key of the upstream' })
  await expect(old.headersUnder(under(second))).rejects.toThrow(/not listed any more/)

  // Two instances at once: each value is replaced once.
  const done = await Promise.all([reseal(rotated), reseal(rotated)])
  expect(done.reduce((sum, { sealed }) => sum + sealed, 0)).toBe(4)
  expect(await reseal(rotated)).toEqual({ sealed: 0, unreadable: 0 })

  for (const upstream of [old, current]) {
    expect(await upstream.headersUnder(under(second))).toEqual({ 'x-api-key': 'the key of the upstream' })
  }
  const { sealedHeaders } = await rotated.database.gateway.findUniqueOrThrow({ where: { id: gatewayId } })
  expect(openSealed(under(second).sealKey, gatewayId, sealedHeaders ?? new Uint8Array())).toBe(JSON.stringify(headers))
  const { id, sealedKey } = await rotated.database.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpoint.endpointId },
  })
  expect(openSealed(under(second).sealKey, id, sealedKey)).toBe(endpoint.key)
  expect(tryOpenSealed(under(first).sealKey, id, sealedKey)).toBeNull()
})

it('counts values that no listed secret opens, and goes on to the others', async () => {
  await createUpstream(under(lost), '/lost')
  const fine = await createUpstream(under(first), '/fine')
  const { database } = site.application
  expect(await countUnreadable(database, under(second, first).sealKey)).toBe(1)
  expect(await countUnreadable(database, under(lost, second, first).sealKey)).toBe(0)
  expect(await reseal(under(second, first))).toEqual({ sealed: 1, unreadable: 1 })
  expect(await fine.headersUnder(under(second))).toEqual({ 'x-api-key': 'the key of the upstream' })
})

it('answers a retry under either secret, and a plain refusal when its answer cannot be opened', async () => {
  const { id: sellerId } = await site.application.sellers.database.seller.findFirstOrThrow()
  const request = { sellerId, idempotencyKey: 'one', fingerprint: 'same' }
  const work = async () => ({ status: 201, body: 'made' })
  await answerOnce(under(first), request, work)
  expect(await answerOnce(under(second, first), request, work)).toEqual({ status: 201, body: 'made', isReplay: true })
  await expect(answerOnce(under(second), request, work)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' })
})
