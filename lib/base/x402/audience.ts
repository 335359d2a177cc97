/** Apparent kind of caller. Callers name themselves, so this is for statistics only. */
export const audiences = ['person', 'agent', 'probe'] as const
export type Audience = (typeof audiences)[number]

/** Crawlers and monitors, by their user agents. */
const PROBES =
  /bot\b|bot[/ ;)]|crawl|spider|slurp|probe|monitor|uptime|pingdom|statuscake|healthcheck|turnpikecatalog|x402scan|preview|lighthouse|headlesschrome|scanner/i

/** Programs that draw a card for a link that somebody has posted. They read the head of a page and nothing else. */
const PREVIEWERS =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|telegrambot|whatsapp|skypeuripreview|pinterest|redditbot|mastodon|bluesky|cardyb|embedly|iframely|vkshare|viber|kakaotalk-scrap|snap url preview|google-pagerenderer|open-?graph|unfurl|link ?preview/i

export const isPreviewer = (userAgent: string): boolean => PREVIEWERS.test(userAgent)

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
