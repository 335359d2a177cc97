import { protect as protectWith, type ProtectedRoute } from '@/lib/resource-server/protect'
import type { PaidHandler, PaymentOption, RouteConfig } from '@/lib/resource-server/route-config'
import { application } from './application'

export type { PaidHandler, PaymentOption, RouteConfig } from '@/lib/resource-server/route-config'

/** Where this shop's own routes are paid to, and on which networks; known once the configuration is read. */
export type Shop = {
  /** One option per network that is configured and has an address to pay to. */
  priced: (scheme: PaymentOption['scheme'], price: string) => PaymentOption[]
  /** The networks that wallets may sign in with. */
  signInNetworks: string[]
}

/**
 * Puts a price on a route handler: `export const { GET, HEAD, … } = protect('GET /weather', config, handler)`.
 * `config` may be a function of the shop, where prices depend on the configured networks.
 */
export function protect(
  key: string,
  config: RouteConfig | ((shop: Shop) => RouteConfig),
  handler: PaidHandler,
): ProtectedRoute {
  return protectWith(
    async () => (await application()).gate,
    key,
    async () => (typeof config === 'function' ? config((await application()).shop) : config),
    handler,
  )
}
