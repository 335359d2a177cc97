export type { Buyer, HandlerContext as PaidContext, PaidHandler } from '@/lib/gate/resource-server/route-config'
export { createTurnpike } from './create-turnpike'
export { migrate } from './migrate'
export type {
  ExpressHandler,
  FacilitatorOptions,
  HonoHandler,
  NetworkOptions,
  PaidTerms,
  Turnpike,
  TurnpikeOptions,
} from './turnpike'
