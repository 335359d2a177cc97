import type { PricedOption } from '@/lib/x402/payment-option'
import type { PaidHandler, RouteConfig } from './route-config'

/** Where this shop's own routes are paid to, and on which networks; known once the configuration is read. */
export type Shop = {
  /** One option per network that is configured and has an address to pay to. */
  priced: (scheme: PricedOption['scheme'], price: string) => PricedOption[]
  /** The networks that wallets may sign in with. */
  signInNetworks: string[]
}

/** A paid route of this site's own code. */
export type PaidRoute = {
  /** `<METHOD> <path>`; the path may hold `[name]` and `*` segments. */
  key: string
  /** Prices depend on the networks that are configured. */
  config: (shop: Shop) => RouteConfig
  handler: PaidHandler
  /** A path to show it by, where parameters do not stand for themselves. */
  samplePath?: string
}
