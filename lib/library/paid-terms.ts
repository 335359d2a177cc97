import type { RouteConfig } from '@/lib/resource-server/route-config'
import { parseDollars } from '@/lib/x402/money'
import type { Supported } from '@/lib/x402/wire'
import type { Settings } from './parse-options'
import type { PaidTerms } from './turnpike'

/** Checks terms when they are written, so that a wrong price stops the start. */
export function checkTerms({ price, signIn }: PaidTerms, { secret }: Settings): void {
  if (parseDollars(price, 6) === 0n) throw new TypeError('Expected a price above $0.')
  if (signIn && secret === null) throw new TypeError('signIn needs the option `secret`, the same in every process.')
}

/** The gate's configuration of a route: one option for each of our networks on which the facilitator settles the scheme. */
export function toRouteConfig(terms: PaidTerms, { networks }: Settings, { kinds }: Supported): RouteConfig {
  const { price, scheme = 'exact', signIn, bazaar, onProtectedRequest, afterSettlement, ...rest } = terms
  const isSettled = (id: string) => kinds.some((kind) => kind.scheme === scheme && kind.network === id)
  const settled = networks.filter(({ id }) => isSettled(id))
  // Where none is settled, the gate says which and why.
  const sold = settled.length > 0 ? settled : networks
  return {
    ...rest,
    accepts: sold.map(({ id, payTo }) => ({ scheme, price, network: id, payTo })),
    extensions: {
      ...(signIn && { 'sign-in-with-x': signIn === true ? {} : signIn }),
      ...(bazaar && { bazaar }),
    },
    hooks: { ...(onProtectedRequest && { onProtectedRequest }), ...(afterSettlement && { afterSettlement }) },
  }
}
