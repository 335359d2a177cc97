import type { RouteMethod } from './route-key'
import type { PaymentRequired } from './wire'

/** What a route of this site offers, as its gate answers it: its own words, which nobody has to parse again. */
export type RouteTerms = { method: RouteMethod; challenge: PaymentRequired }
