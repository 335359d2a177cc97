import { expect, it } from 'vitest'
import { classifyAudience, isPreviewer } from './audience'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const googlebot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

it.each([
  ['person', 'GET', { 'user-agent': chrome, accept: 'text/html' }],
  ['person', 'GET', { 'user-agent': chrome, accept: '*/*' }],
  ['person', 'GET', { 'user-agent': 'Lynx/2.9', accept: 'text/html, text/plain' }],
  ['agent', 'GET', { 'user-agent': 'node', accept: '*/*' }],
  ['agent', 'POST', { 'user-agent': 'python-httpx/0.28.1' }],
  ['agent', 'GET', { 'user-agent': 'curl/8.5.0', accept: '*/*' }],
  ['agent', 'GET', { 'user-agent': 'Robotics-Lab/1.0' }],
  ['agent', 'GET', {}],
  ['probe', 'GET', { 'user-agent': 'TurnpikeCatalog/1 (+/docs/bazaar)' }],
  ['probe', 'GET', { 'user-agent': googlebot, accept: 'text/html' }],
  ['probe', 'GET', { 'user-agent': 'UptimeRobot/2.0' }],
  ['probe', 'HEAD', { 'user-agent': chrome }],
])('takes for a %s: %s %j', (audience, method, headers) => {
  expect(classifyAudience({ method, headers: new Headers(headers as Record<string, string>) })).toBe(audience)
})

it.each([
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
])('takes for a program that draws cards: %s', (userAgent) => {
  expect(isPreviewer(userAgent)).toBe(true)
})

it.each([
  'bluesky-agent/1.0',
  'Mastodon.py/1.8.1',
  'pinterest-api-client/3',
  'whatsapp-agent/2.0',
  'embedly-python',
  'unfurl.js/6',
])('takes for an agent: %s', (userAgent) => {
  expect(isPreviewer(userAgent)).toBe(false)
  expect(classifyAudience({ method: 'GET', headers: new Headers({ 'user-agent': userAgent }) })).toBe('agent')
})

it.each(['[Pinterest/iOS]', 'Pinterest/0.9', 'WhatsApp/2.23', 'Viber/21', 'Bluesky/1.9', 'Embedly/0.2'])(
  'takes for a person, in a browser inside of an app: %s',
  (app) => {
    const userAgent = `${chrome} ${app}`
    expect(isPreviewer(userAgent)).toBe(false)
    expect(classifyAudience({ method: 'GET', headers: new Headers({ 'user-agent': userAgent }) })).toBe('person')
  },
)
