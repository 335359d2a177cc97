/** A request that a route of that key would get, with each parameter standing for itself. */
export function sampleRequest(origin: string, routeKey: string): Request {
  const path = routeKey.slice(routeKey.indexOf(' ') + 1).replaceAll('*', 'sample')
  return new Request(`${origin}${path.replaceAll(/[[\]:]/g, '')}`)
}
