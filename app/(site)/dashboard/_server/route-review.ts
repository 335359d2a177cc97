import type { PaymentRequired } from '@/lib/base/x402/wire'
import { fixListing } from '@/lib/shop/sellers/listings/fix-listing'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { checkListing, type ListingCheck } from '@/lib/site/compose/listing-checks'
import { asSeller, openDashboard } from './dashboard'

/** The checks that listing the route now would run on its present 402. */
export async function readListingChecks(route: RouteView, challenge: PaymentRequired): Promise<ListingCheck[]> {
  return checkListing(route, challenge, (await openDashboard())?.seller?.name ?? '')
}

export const fixOwnListing = asSeller(fixListing)
