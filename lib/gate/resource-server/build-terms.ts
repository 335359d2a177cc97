import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { PAYMENT_REQUIRED_ERROR } from '@/lib/base/x402/reasons'
import { buildChallenge } from './build-challenge'
import { compileRoute, RouteConfigError } from './compile-route'
import type { Gate } from './gate'
import { openRequest } from './open-request'
import type { RouteConfig } from './route-config'

/**
 * The gate's own answer to a request without payment, for a route with that configuration.
 * @param path a concrete one of the route; with each parameter standing for itself when omitted
 * @param headers of that request
 * Fails with `RouteConfigError` when it cannot be sold, and like an outage while the facilitator is out of reach.
 */
export async function buildTerms(
  gate: Gate,
  routeKey: string,
  config: RouteConfig,
  path: string = samplePath(routeKey),
  headers: Record<string, string> = {},
): Promise<RouteTerms> {
  const route = await compileRoute(gate, routeKey, config, () => new Response(null, { status: 204 }))
  const opened = openRequest(gate, route, new Request(gate.publicOrigin + path, { headers }))
  if (opened instanceof Response) throw new RouteConfigError('No request can reach this path.')
  const challenge = await buildChallenge(gate, opened, { error: PAYMENT_REQUIRED_ERROR })
  if (challenge.accepts.length === 0 && route.accepts.length > 0) {
    throw new RouteConfigError(
      'No payment can reach your payout address: it has no account of the token, or is blocked.',
    )
  }
  return { method: route.method, challenge }
}

/** A path that a route of that key answers at, with each parameter standing for itself. */
export const samplePath = (routeKey: string): string =>
  routeKey
    .slice(routeKey.indexOf(' ') + 1)
    .replaceAll('*', 'sample')
    .replaceAll(/[[\]:]/g, '')
