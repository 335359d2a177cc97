import type { ServerEnv } from '@/lib/base/infra/env'
import { inEnglish } from '@/lib/base/sentences/in-english'
import type { Gate } from '@/lib/gate/resource-server/gate'
import type { SellerApiPorts } from '@/lib/shop/api/ports'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { checkListing, reviewWithCard } from './listing-review'
import { listSellableNetworks } from './sellable-networks'

export function toSellerApiPorts(env: ServerEnv, gate: Gate, sellers: SellersContext): SellerApiPorts {
  return {
    sellableNetworks: () => listSellableNetworks(gate, env),
    reviewRoute: (actor, input, routeId) => reviewWithCard(sellers, actor, input, routeId),
    checkListing: (...route) =>
      checkListing(...route).map(({ found, advice, ...check }) => ({
        ...check,
        found: inEnglish(found),
        advice: advice && inEnglish(advice),
      })),
  }
}
