import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { Actor } from '@/lib/shop/sellers/actor'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'

/** What the API needs of other rooms than the sellers', in the shapes that its answers have. */
export type SellerApiPorts = {
  /** Networks that routes can be priced on, by what the facilitator settles. */
  sellableNetworks: () => Promise<object[]>
  /** A route's input looked over, with its card in the bazaar. Changes nothing. */
  reviewRoute: (actor: Actor, input: unknown, routeId: string | null) => Promise<object>
  /** What the bazaar would find, check by check, on the 402 of now. */
  checkListing: (route: RouteView, challenge: PaymentRequired, shopName: string) => object[]
}
