import { afterAll, expect, it } from 'vitest'
import { rawRequest } from '@/development/testing/raw-request'
import { serveEdge } from '@/development/testing/serve-edge'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/audience'
import { FORWARDED_HEADER } from './caller'
import { getOwnPage } from './own-server'
import type { SeenRequest } from './serve-requests'

const seen: SeenRequest[] = []

const site = await serveEdge(
  ({ url, headers }, response) =>
    url?.startsWith('/whole')
      ? response.end(url)
      : response.end(String(headers[url === '/forwarded' ? FORWARDED_HEADER : CHALLENGE_HEADER_NAME])),
  { seen: (request) => seen.push(request) },
)
afterAll(() => site.stop())

it('takes a challenge only from the gate', async () => {
  const headers = { [CHALLENGE_HEADER_NAME]: 'terms' }
  expect(await (await fetch(site.origin, { headers })).text()).toBe('undefined')
  expect((await getOwnPage('/', { headers, timeoutMs: 5_000 }))?.body).toBe('terms')
})

it.each([
  ['a proxy passed on, though none is configured', { 'X-Forwarded-For': '203.0.113.7' }, '1'],
  ['came straight here, whatever it says of itself', { [FORWARDED_HEADER]: '' }, 'undefined'],
])('knows that a request %s', async (_what, headers, mark) => {
  expect(await (await fetch(`${site.origin}/forwarded`, { headers: { ...headers } })).text()).toBe(mark)
})

it.each([
  ['an address that is no text', '/facilitator/discovery/resources?tags=%00', {}, 'address_unreadable'],
  ['a method that means nothing', '/', { method: 'TRACE' }, 'method_unknown'],
  ['a write to a file', '/icon.svg', { method: 'POST' }, 'method_not_allowed'],
  ['a question for the methods of a file', '/%69con.svg?v=1', { method: 'OPTIONS' }, 'method_not_allowed'],
  ['a write to a script', '/_next/static/a.js', { method: 'DELETE' }, 'method_not_allowed'],
])('refuses %s, with the headers of every answer, and counts it', async (_what, path, init, code) => {
  seen.length = 0
  const { status, headers, body } = await rawRequest(site.origin, path, init)
  expect([status < 500, JSON.parse(body)]).toEqual([true, expect.objectContaining({ code })])
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) })
  expect(headers.allow !== undefined).toBe(status === 405)
  expect(seen).toMatchObject([{ surface: 'refused', status }])
})

it.each([
  ['http://localhost:4021/whole?city=Lisbon', '/whole?city=Lisbon'],
  ['HTTP://evil.example/whole', '/whole'],
  ['https://user@evil.example:1/whole/x#y', '/whole/x'],
])('takes the target %s by its path, for any host that it names', async (target, path) => {
  expect(await rawRequest(site.origin, target)).toMatchObject({ status: 200, body: path })
})

it.each(['http://localhost:4021', 'http://localhost:4021?city=Lisbon'])('takes %s as the root', async (target) => {
  expect((await rawRequest(site.origin, target)).status).toBe(200)
})

it.each(['*', 'localhost:4021/whole', 'ftp://localhost/whole'])('refuses the target %s', async (target) => {
  expect((await rawRequest(site.origin, target)).status).toBe(400)
})
