/** Apparent kind of caller. Callers name themselves, so this is for statistics only. */
export const audiences = ['person', 'agent', 'probe'] as const
export type Audience = (typeof audiences)[number]

/** Crawlers, monitors and link previews, by their user agents. */
const PROBES =
  /bot\b|bot[/ ;)]|crawl|spider|slurp|probe|monitor|uptime|pingdom|statuscake|healthcheck|turnpikecatalog|x402scan|facebookexternalhit|embedly|preview|lighthouse|headlesschrome|scanner/i

/**
 * Tells people, agents and probes apart by the request's headers: a self-declared crawler or monitor, or a HEAD
 * request, is a probe; a self-declared browser, or a request for a page, is a person; everything else is an agent.
 */
export function classifyAudience(request: { method: string; headers: Pick<Headers, 'get'> }): Audience {
  const userAgent = request.headers.get('user-agent') ?? ''
  if (request.method === 'HEAD' || request.method === 'OPTIONS' || PROBES.test(userAgent)) return 'probe'
  const isBrowser = /^Mozilla\/\d/.test(userAgent) && /Gecko|WebKit|Trident/.test(userAgent)
  return isBrowser || (request.headers.get('accept') ?? '').includes('text/html') ? 'person' : 'agent'
}
