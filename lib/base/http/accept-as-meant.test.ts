import { expect, it } from 'vitest'
import { acceptAsMeant } from './guard-request'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const slack = 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'

it.each([
  ['a browser', browser, 'Mozilla/5.0', browser],
  ['JSON', 'application/json', 'agent', 'application/json'],
  ['anything', '*/*', 'curl/8', '*/*'],
  ['nothing said', undefined, 'curl/8', undefined],
  ['HTML and JSON alike', 'text/html, application/json', 'agent', 'text/html, application/json'],
  ['JSON before HTML', 'application/json, text/html;q=0.5', 'agent', 'application/json'],
  ['problems before HTML', 'application/problem+json, text/html; q=0.9', 'agent', 'application/problem+json'],
  ['no HTML', 'text/html;q=0', 'agent', '*/*'],
  ['HTML before JSON', 'application/json;q=0.5, text/html', 'agent', 'application/json;q=0.5, text/html'],
  ['anything, as a previewer', '*/*', slack, 'text/html, */*'],
  ['nothing said, as a previewer', undefined, 'facebookexternalhit/1.1', 'text/html, */*'],
  ['JSON, as a previewer', 'application/json, */*', slack, 'application/json, */*'],
  ['an image, as a previewer', 'image/*', 'WhatsApp/2.23', 'image/*'],
  ['anything, as a catalog', '*/*', 'x402scan/1.0', '*/*'],
])('what a caller accepts is read as it is meant: %s', (_what, accept, userAgent, meant) => {
  expect(acceptAsMeant({ accept, 'user-agent': userAgent })).toBe(meant)
})
