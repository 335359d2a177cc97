import { notFound } from 'next/navigation'
import { assetFacts } from '@/lib/base/chains/assets'
import { type PaymentOption, paymentOptionsOf } from '@/lib/base/x402/payment-option'
import { asksAsPage } from '@/lib/base/x402/protocol-headers'
import { buildTerms } from '@/lib/gate/resource-server/build-terms'
import { running } from '@/lib/site/compose/running'

/** The demo's goods, for its pages; outside the demo they answer 404. */
export async function demoGoods() {
  const { goods } = running('site')
  return goods ?? notFound()
}

/** The ways to pay for one of the site's own routes, as its 402 names them; nobody is counted as having asked. */
export async function ownTermsOf(path: string): Promise<PaymentOption[]> {
  const { ownRoutes, gate, site } = running('site')
  const route = ownRoutes.find(({ key }) => key === `GET ${path}`)
  if (!route) return []
  // Not sold while its facilitator is out of reach; the page is read all the same.
  const terms = await buildTerms(gate, route.key, route.config(site), path, asksAsPage).catch(() => null)
  return paymentOptionsOf(terms?.challenge.accepts ?? [], assetFacts)
}
