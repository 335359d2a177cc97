/**
 * True if a request comes from this site's own pages and may therefore act. Browsers say so and pages cannot forge it.
 * A request that names neither site nor origin comes from no browser and is refused too, since only our pages act.
 */
export function isSameOrigin(headers: Pick<Headers, 'get'>, publicOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site !== null && site !== 'same-origin') return false
  return origin === null ? site === 'same-origin' : origin === publicOrigin
}

/**
 * True if a request may be answered as the person whose cookie came with it: from our own pages, or a typed or
 * bookmarked address. A browser that does not send a request's origin is not trusted, so that no other site can act for
 * its owner; it shows our pages signed out.
 */
export function maySpeakForCookie(headers: Pick<Headers, 'get'>, publicOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === null) return headers.get('origin') === publicOrigin
  return site === 'same-origin' || site === 'none'
}

/** The same for a page, which only shows: a link on another site may lead a signed-in reader to it. */
export function mayShowForCookie(headers: Pick<Headers, 'get'>, publicOrigin: string): boolean {
  const isFollowedLink = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  return maySpeakForCookie(headers, publicOrigin) || (headers.get('sec-fetch-site') !== null && isFollowedLink)
}

export function bearerOf(request: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

/** The header that carries what a wallet has signed for a change, coded as `SIGN-IN-WITH-X` is. */
export const CONFIRMATION_HEADER = 'Turnpike-Confirmation'
