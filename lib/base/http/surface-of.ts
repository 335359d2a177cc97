/** Parts of the site that requests are counted by. Few and known: an address is the caller's to choose. */
const surfaces: [beginning: string, surface: string][] = [
  ['/_next/', 'files'],
  ['/fonts/', 'files'],
  ['/x/', 'shops'],
  ['/api/v1/', 'seller_api'],
  ['/api/', 'api'],
  ['/facilitator/discovery/', 'discovery'],
  ['/facilitator/', 'facilitator'],
  ['/mcp', 'mcp'],
  ['/bazaar', 'bazaar'],
  ['/dashboard', 'dashboard'],
  ['/healthz', 'operations'],
  ['/readyz', 'operations'],
  ['/metrics', 'operations'],
  ['/refused/', 'refused'],
]

/** The part of the site that an address belongs to; what has no name of its own is the site's. */
export function surfaceOf(address: string): string {
  for (const [beginning, surface] of surfaces) if (address.startsWith(beginning)) return surface
  return 'site'
}
