/** Parts of the site by which requests are counted. A fixed short list, as callers choose addresses freely. */
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
]

/** The part of the site that an address belongs to; `site` for one that is not listed. */
export function surfaceOf(address: string): string {
  for (const [beginning, surface] of surfaces) if (address.startsWith(beginning)) return surface
  return 'site'
}
