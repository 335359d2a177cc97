import { expect, it } from 'vitest'
import { classifyAudience } from './audience'

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
