import type { RouteMethod } from './route-key'
import type { PaymentRequired } from './wire'

/** What a route of this site offers, as its gate answers it: typed, so that it is never parsed again. */
export type RouteTerms = { method: RouteMethod; challenge: PaymentRequired }
