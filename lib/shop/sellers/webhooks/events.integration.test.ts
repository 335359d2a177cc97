import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { insertPayment } from '@/lib/payments/testing/insert-payment'
import { queueGasLow, queueUpstreamFailures } from '../outbox/queue-events'
import { createRoute } from '../routes/write-route'
import { listDeliveries } from './deliveries'
import { createEndpoint } from './endpoints'

const operator = privateKeyToAccount(generatePrivateKey()).address
const site = await openTestSite({ env: { OPERATOR_WALLETS: operator } })
const context = site.application.sellers

const hook = (events: string[]) => ({ url: 'http://127.0.0.1:8080/hook', events })

async function told({ actor }: TestSeller, endpointId: string): Promise<Record<string, unknown>[]> {
  const { deliveries } = await listDeliveries(context, actor, { endpointId })
  return deliveries.reverse().map(({ body }) => JSON.parse(body))
}

it('reports a server that fails three buyers in a row, once an hour, and not when one was served between', async () => {
  const seller = await createTestSeller(site)
  const { endpointId } = await createEndpoint(context, seller.actor, hook(['upstream.failing']))
  const route = async (path: string) => {
    const upstream = { url: 'http://127.0.0.1:8080/api' }
    const input = { kind: 'api', title: 'An API', method: 'GET', path, price: priceOf('$0.01'), upstream }
    return (await createRoute(context, seller.actor, input)).routeId
  }
  const [failing, well] = [await route('/failing'), await route('/well')]
  await pay(seller, '/failing', ['settled', 'handler_502', 'handler_504', 'insufficient_funds'])
  await pay(seller, '/well', ['handler_502', 'handler_502', 'settled', 'handler_502'])
  expect(await queueUpstreamFailures(context)).toBe(0)
  await pay(seller, '/failing', ['handler_502'])
  const queued = await Promise.all([queueUpstreamFailures(context), queueUpstreamFailures(context)])
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await queueUpstreamFailures(context)).toBe(0)
  const later = { ...context, clock: () => new Date(Date.now() + 3_600_000) }
  expect(await queueUpstreamFailures(later)).toBe(0)
  expect(await told(seller, endpointId)).toMatchObject([
    { type: 'upstream.failing', upstream: { routeId: failing, failures: 3, lastReason: 'handler_502' } },
  ])
  expect(JSON.stringify(await told(seller, endpointId))).not.toContain(well)
})

it('tells operators only of low gas wallets', async () => {
  const [seller, runner] = [await createTestSeller(site), await createTestSeller(site)]
  await expect(createEndpoint(context, seller.actor, hook(['gas.low']))).rejects.toMatchObject({
    fields: { events: expect.any(String) },
  })
  const scope = { addressIdentity: operator.toLowerCase(), scope: 'evm', address: operator, linkedAt: new Date() }
  await context.database.accountWallet.create({ data: { ...scope, accountId: runner.actor.accountId } })
  const { endpointId } = await createEndpoint(context, runner.actor, hook(['gas.low']))
  const wallet = { network: 'eip155:84532', address: '0xgas', balance: '12', isDry: true }
  expect(await queueGasLow(context, [{ ...wallet, isDry: false }])).toBe(0)
  const queued = await Promise.all([queueGasLow(context, [wallet]), queueGasLow(context, [wallet])])
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await told(runner, endpointId)).toMatchObject([
    { type: 'gas.low', wallet: { network: 'eip155:84532', address: '0xgas', balanceAtomic: '12' } },
  ])
})

/** Inserts payments of a route, one after the other, with these outcomes. */
async function pay({ handle }: TestSeller, path: string, endings: string[]): Promise<void> {
  for (const ending of endings) {
    const [status, reason] = ending === 'settled' ? (['settled', null] as const) : (['abandoned', ending] as const)
    await insertPayment(context.database, { routeKey: `GET /x/${handle}${path}`, status, reason })
  }
}
