import type { PricedOption } from '@/lib/base/x402/payment-option'
import type { PaidHandler, RouteConfig } from './route-config'

/** The configuration by which the site's own routes are paid and visitors sign in. */
export type Site = {
  /** One option per network that is configured and has an address to pay to. */
  priced: (scheme: PricedOption['scheme'], price: string) => PricedOption[]
  signInNetworks: string[]
}

export type PaidRoute = {
  /** `<METHOD> <path>`; the path may hold `[name]` and `*` segments. */
  key: string
  config: (site: Site) => RouteConfig
  handler: PaidHandler
  /** A path for its listing, with values for the parameters. */
  samplePath?: string
}
