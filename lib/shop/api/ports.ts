import type { z } from 'zod'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { Actor } from '@/lib/shop/sellers/actor'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import type { listingChecksShape, reviewShape, shopShape } from './shapes'

/** Functions of other rooms that the API needs, typed as its answers are. */
export type SellerApiPorts = {
  /** Networks that the facilitator settles on, so that routes can be priced there. */
  sellableNetworks: () => Promise<z.infer<typeof shopShape>['networks']>
  /** Reviews a route's input, and previews its card in the bazaar. Changes nothing. */
  reviewRoute: (actor: Actor, input: unknown, routeId: string | null) => Promise<z.infer<typeof reviewShape>>
  /** The bazaar's checks on the route's present 402. */
  checkListing: (
    route: RouteView,
    challenge: PaymentRequired,
    shopName: string,
  ) => z.infer<typeof listingChecksShape>['checks']
}
