import { checkListing, type ListingCheck, type ReviewedRoute, reviewWithCard } from '@/lib/compose/listing-review'
import { fixListing } from '@/lib/sellers/listings/fix-listing'
import type { RouteView } from '@/lib/sellers/routes/get-route'
import type { PaymentRequired } from '@/lib/x402/wire'
import { type ActionOutcome, openDashboard, runAsSeller } from './dashboard'

/** Looks over a route as it is being written: its faults, its 402 and its card in the bazaar. Changes nothing. */
export const reviewOwnRoute = (input: unknown, routeId: string | null): Promise<ActionOutcome<ReviewedRoute>> =>
  runAsSeller((context, actor) => reviewWithCard(context, actor, input, routeId))

/** The result of listing the route now, check by check, on its present 402. */
export async function readListingChecks(route: RouteView, challenge: PaymentRequired): Promise<ListingCheck[]> {
  return checkListing(route, challenge, (await openDashboard())?.seller?.name ?? '')
}

/** Fixes one check of a route's listing from known facts. */
export const fixOwnListing = (routeId: string, checkId: string): Promise<ActionOutcome<void>> =>
  runAsSeller((context, actor) => fixListing(context, actor, routeId, checkId))
