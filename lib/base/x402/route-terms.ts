import type { RouteMethod } from './route-key'
import type { PaymentRequired } from './wire'

/** A route's offer as this site's gate answers it: typed, so that it is never parsed again. */
export type RouteTerms = { method: RouteMethod; challenge: PaymentRequired }
