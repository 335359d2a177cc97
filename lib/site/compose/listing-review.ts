import type { Sentence } from '@/lib/base/sentences/sentence'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type Check, validateOwn } from '@/lib/bazaar/crawl/validate-resource'
import { draftOwnCard, type ListingCardDraft } from '@/lib/bazaar/draft-own-card'
import type { Actor } from '@/lib/shop/sellers/actor'
import { proposeListingFix } from '@/lib/shop/sellers/listings/listing-fixes'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { type RouteReview, reviewRoute } from '@/lib/shop/sellers/routes/review-route'

export type ReviewedRoute = Omit<RouteReview, 'terms'> & {
  /** The 402 that agents would get; null until the input is valid. */
  challenge: PaymentRequired | null
  /** Null while there is no 402, or when the catalog would not take it; `cardProblem` then says why. */
  card: ListingCardDraft | null
  cardProblem: string | null
}

/** Reviews a route's input, and previews its card in the bazaar. Changes nothing. */
export async function reviewWithCard(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  routeId: string | null,
): Promise<ReviewedRoute> {
  const { terms, ...review } = await reviewRoute(context, actor, input, routeId)
  const card = terms ? draftOwnCard(terms) : { card: null, cardProblem: null }
  return { ...review, challenge: terms?.challenge ?? null, ...card }
}

/** `fix` corrects it with one press; otherwise `advice` says what the seller can write. */
export type ListingCheck = Pick<Check, 'id' | 'level' | 'isPassed' | 'found'> & {
  advice: Sentence | null
  isFixable: boolean
}

/** A pass answers with itself, so its seller has no schemas to write. */
const ofSchemas: readonly string[] = ['describes_input', 'describes_output']

/** The checks that listing a route now would run on its present 402. */
export function checkListing(route: RouteView, challenge: PaymentRequired, shopName: string): ListingCheck[] {
  const fixable = { ...route, shopName, discovery: route.settings.discovery }
  const { checks } = validateOwn({ method: route.method, challenge })
  const meant = checks.filter(({ id }) => route.kind !== 'pass' || !ofSchemas.includes(id))
  return meant.map(({ id, level, isPassed, found, fix }) => ({
    id,
    level,
    isPassed,
    found,
    advice: fix,
    isFixable: !isPassed && proposeListingFix(id, fixable) !== null,
  }))
}
