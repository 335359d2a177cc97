import { type KeyScope, sellerScopes } from '@/lib/shop/sellers/keys/keys'
import { queuePayments } from '@/lib/shop/sellers/outbox/queue-events'
import { listPayments } from '@/lib/shop/sellers/payments/payments'
import { promiseRefund } from '@/lib/shop/sellers/refunds/refunds'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'
import { listDeliveries } from '@/lib/shop/sellers/webhooks/deliveries'
import { createEndpoint } from '@/lib/shop/sellers/webhooks/endpoints'
import type { TestSite } from './open-test-site'
import { createEvmBuyer } from './test-buyer'
import { createTestKey, createTestSeller, priceOf } from './test-seller'
import type { TestWorld } from './test-world'

export type TestSales = Awaited<ReturnType<typeof createTestSales>>

/** The value of the secret header of the seller's upstream; no page or answer may ever contain it. */
export const UPSTREAM_SECRET = 'the upstream secret of the tests'

/**
 * A seller with a sold article, an API with a secret header, a webhook with a delivery, a key, and a promised refund.
 */
export async function createTestSales(site: TestSite, world: TestWorld, scopes: readonly KeyScope[] = sellerScopes) {
  const context = site.application.sellers
  const seller = await createTestSeller(site)
  const { actor } = seller
  const events = ['payment.settled']
  const { endpointId } = await createEndpoint(context, actor, { url: 'http://127.0.0.1:8080/hook', events })
  const common = { method: 'GET', price: priceOf('$0.01') }
  const text = { ...common, kind: 'article', title: 'A text', path: '/text', body: 'Text.' }
  const { routeId, url } = await createRoute(context, actor, text)
  const upstream = { url: 'http://127.0.0.1:8080/api', headers: { 'X-Api-Key': UPSTREAM_SECRET } }
  await createRoute(context, actor, { ...common, kind: 'api', title: 'An API', path: '/api', upstream })
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const paid = await fetch(url, { headers: (await buyer.sign(url)).headers })
  if (paid.status !== 200) throw new Error(`Expected the sale to succeed, got ${paid.status}.`)
  await paid.text()
  await queuePayments(context)
  const { payments } = await listPayments(context, actor, {})
  const { deliveries } = await listDeliveries(context, actor, { endpointId })
  const { keyId, secret } = await createTestKey(site, seller, { name: 'Everything', scopes: [...scopes] })
  const [paymentId = '', deliveryId = ''] = [payments[0]?.paymentId, deliveries[0]?.deliveryId]
  const { refundId } = await promiseRefund(context, actor, paymentId, { amount: '0.001' })
  return { seller, secret, url, ids: { routeId, paymentId, endpointId, deliveryId, keyId, refundId } }
}
