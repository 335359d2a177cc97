/**
 * Whether a request comes from this site's own pages. Browsers say so and pages cannot make it up; whatever names
 * neither is no browser's request and is refused as well, since only our pages use these addresses.
 */
export function isSameOrigin(request: Request, publicOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site !== null && site !== 'same-origin') return false
  return origin === null ? site === 'same-origin' : origin === publicOrigin
}
