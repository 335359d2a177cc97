import type { z } from 'zod'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import type { listingChecksShape, shopShape } from './shapes'

/** Functions of other rooms that the API needs, typed as its answers are. */
export type SellerApiPorts = {
  /** Networks that the facilitator settles on, so that routes can be priced there. */
  sellableNetworks: () => Promise<z.infer<typeof shopShape>['networks']>
  /** The bazaar's checks on the route's present 402. */
  checkListing: (route: RouteView, challenge: PaymentRequired) => z.infer<typeof listingChecksShape>['checks']
}
