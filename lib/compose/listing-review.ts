import { type Check, validateOwnRoute } from '@/lib/catalog/crawl/validate-resource'
import { draftFromChallenge } from '@/lib/catalog/ingest/draft-from-challenge'
import type { Actor } from '@/lib/sellers/actor'
import type { RouteView } from '@/lib/sellers/get-route'
import { proposeListingFix } from '@/lib/sellers/listing-fixes'
import type { SellersContext } from '@/lib/sellers/ports'
import { type RouteReview, reviewRoute } from '@/lib/sellers/review-route'
import type { PaymentRequired } from '@/lib/x402/wire'
import { coinOf, type ListingOption } from '@/lib/catalog/browse/listing'

/** What the bazaar would show of a route. */
export type ListingCardDraft = {
  title: string
  resource: string
  method: string
  description: string | null
  tags: string[]
  options: Omit<ListingOption, 'payTo' | 'maxTimeoutSeconds'>[]
}

export type ReviewedRoute = RouteReview & {
  /** Null while there is no 402, or when the catalog would not take it; `cardProblem` then says why. */
  card: ListingCardDraft | null
  cardProblem: string | null
}

/** A route's input looked over, with its card in the bazaar. Changes nothing. */
export async function reviewWithCard(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  routeId: string | null,
): Promise<ReviewedRoute> {
  const review = await reviewRoute(context, actor, input, routeId)
  const method = String(Reflect.get(Object(input), 'method'))
  return { ...review, ...(review.challenge ? readCard(review.challenge, method) : { card: null, cardProblem: null }) }
}

function readCard(challenge: PaymentRequired, method: string): Pick<ReviewedRoute, 'card' | 'cardProblem'> {
  const url = challenge.resource.url
  const outcome = draftFromChallenge({ ...challenge }, { url, method, allowLoopback: true })
  if (!outcome.ok) return { card: null, cardProblem: outcome.message }
  const { serviceName, resource, description, tags, options } = outcome.draft
  const title = serviceName ?? resource.replace(/^https?:\/\//, '')
  return { card: { title, resource, method, description, tags, options: options.map(toCardOption) }, cardProblem: null }
}

function toCardOption({ scheme, network, asset, amountAtomic }: Omit<DraftOption, 'asset'> & { asset: string | null }) {
  return { scheme, network, asset: asset ?? '', amountAtomic, coin: coinOf(network, asset ?? '') }
}

type DraftOption = Pick<ListingOption, 'scheme' | 'network' | 'asset' | 'amountAtomic'>

/** `fix` mends it with one press; otherwise `advice` says what the seller can write. */
export type ListingCheck = Pick<Check, 'id' | 'level' | 'isPassed' | 'found'> & {
  advice: string | null
  isFixable: boolean
}

/** What listing a route would find, check by check, on the 402 that it answers now. */
export function checkListing(route: RouteView, challenge: PaymentRequired, shopName: string): ListingCheck[] {
  const { url } = challenge.resource
  const { checks } = validateOwnRoute({ url, method: route.method as 'GET', challenge })
  const fixable = { ...route, shopName, discovery: route.settings.discovery }
  return checks.map(({ id, level, isPassed, found, fix }) => ({
    id,
    level,
    isPassed,
    found,
    advice: fix,
    isFixable: !isPassed && proposeListingFix(id, fixable) !== null,
  }))
}
