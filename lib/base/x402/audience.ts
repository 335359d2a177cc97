/** Apparent kind of caller. Callers name themselves, so this is for statistics only. */
export type Audience = 'person' | 'agent' | 'probe'

const PROBES =
  /bot\b|bot[/ ;)]|crawl|spider|slurp|probe|monitor|uptime|pingdom|statuscake|healthcheck|turnpikecatalog|x402scan|preview|lighthouse|headlesschrome|scanner/i

/**
 * Programs that draw a card for a link that somebody has posted, by the names they give themselves: clients of the same
 * services name them too. They read the head of a page and nothing else.
 */
const PREVIEWERS =
  /slackbot-linkexpanding|slack-imgproxy|facebookexternalhit|facebot|twitterbot|linkedinbot|discordbot|telegrambot|^whatsapp\/|pinterestbot|pinterest\/0\.|mastodon\/.*http\.rb|http\.rb\/.*mastodon|bluesky cardyb|redditbot|embedly\/|skypeuripreview|vkshare|iframely|snap url preview/i

/** A browser, also one inside of an app, unless it says that it is a program. */
const isBrowserEngine = (userAgent: string): boolean =>
  /WebKit|Gecko/.test(userAgent) && !/bot|externalhit/i.test(userAgent)

export const isPreviewer = (userAgent: string): boolean => PREVIEWERS.test(userAgent) && !isBrowserEngine(userAgent)

/**
 * Tells people, agents and probes apart by the request's headers: a self-declared crawler or monitor, or a HEAD
 * request, is a probe; a self-declared browser, or a request for a page, is a person; everything else is an agent.
 */
export function classifyAudience(request: { method: string; headers: Pick<Headers, 'get'> }): Audience {
  const userAgent = request.headers.get('user-agent') ?? ''
  if (request.method === 'HEAD' || request.method === 'OPTIONS' || PROBES.test(userAgent) || isPreviewer(userAgent))
    return 'probe'
  const isBrowser = /^Mozilla\/\d/.test(userAgent) && /Gecko|WebKit|Trident/.test(userAgent)
  return isBrowser || (request.headers.get('accept') ?? '').includes('text/html') ? 'person' : 'agent'
}

/** Carries a challenge from the gate to the page that shows it, inside one server. */
export const CHALLENGE_HEADER_NAME = 'x-turnpike-challenge'
