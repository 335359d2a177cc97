import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { serveEdge } from '@/development/testing/serve-edge'
import type { Edge } from './serve-requests'
import { atEnd } from './testing/serve-node'

async function answerOf(listener: RequestListener, edge: Partial<Edge>): Promise<Headers> {
  const { origin, stop } = await serveEdge(listener, edge)
  atEnd(stop)
  const answer = await fetch(origin)
  await answer.text()
  return answer.headers
}

const completed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000',
}

it.each([
  ['of the framework', {}],
  ['without the framework', { findAnswer: () => async () => new Response('{}') }],
])('completes an answer %s that says nothing, with HSTS behind https', async (_by, by) => {
  const headers = await answerOf((_request, response) => response.end('{}'), {
    publicOrigin: 'https://shop.example',
    ...by,
  })
  expect(Object.fromEntries(headers)).toMatchObject(completed)
})

it('lets pages keep the windows of wallets that they open, and ask for no device', async () => {
  const pageHeaders = ['cross-origin-opener-policy', 'permissions-policy']
  const page = await answerOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>')
  }, {})
  expect(pageHeaders.map((name) => page.get(name))).toEqual([
    'same-origin-allow-popups',
    expect.stringContaining('camera=()'),
  ])
  const data = await answerOf((_request, response) => response.end('{}'), {})
  expect(pageHeaders.filter((name) => data.has(name))).toEqual([])
})

it('keeps own headers of an answer, in any spelling, and sends no HSTS without HTTPS', async () => {
  const headers = await answerOf(
    (_request, response) => {
      response.setHeader('Content-Security-Policy', "default-src 'self'")
      response.writeHead(404, { 'cache-control': 'public, max-age=60' }).end()
    },
    { publicOrigin: 'http://localhost:4021' },
  )
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  expect(headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.has('strict-transport-security')).toBe(false)
})
