import { headingOf } from '@/lib/base/x402/heading-of'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { RouteTerms } from '@/lib/base/x402/route-terms'
import { coinOf } from './entry/assets'
import type { OptionDraft } from './entry/draft'
import { draftOwn } from './ingest/draft-own'

export type ListingCardDraft = {
  title: string
  resource: string
  method: string
  description: string | null
  tags: string[]
  options: Omit<PaymentOption<bigint | null>, 'payTo' | 'timeoutSeconds'>[]
}

/** The card of a route in the bazaar, under the heading of its row there, or why the catalog would not list it. */
export function draftOwnCard(
  terms: RouteTerms,
): { card: ListingCardDraft; cardProblem: null } | { card: null; cardProblem: string } {
  const outcome = draftOwn(terms)
  if (!outcome.ok) return { card: null, cardProblem: outcome.message }
  const { serviceName, resource, description, tags, options } = outcome.draft
  const { title, rest } = headingOf({ name: serviceName, resource, description })
  const card = { title, resource, method: terms.method, description: rest, tags, options: options.map(toCardOption) }
  return { card, cardProblem: null }
}

function toCardOption({ scheme, network, asset, amountAtomic }: OptionDraft) {
  return { scheme, network, asset: asset ?? '', amountAtomic, coin: coinOf(network, asset ?? '') }
}
