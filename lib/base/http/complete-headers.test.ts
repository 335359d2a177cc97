import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { completeHeaders } from './complete-headers'

const endings: (() => void)[] = []
afterEach(() => endings.splice(0).forEach((end) => end()))

async function answerOf(listener: RequestListener, publicOrigin: string | null): Promise<Headers> {
  if (publicOrigin !== null) endings.push(completeHeaders({ publicOrigin }))
  const server = createServer(listener).listen(0, '127.0.0.1')
  endings.push(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await answer.text()
  return answer.headers
}

it('completes an answer that says nothing, with HSTS behind https', async () => {
  const headers = await answerOf((_request, response) => response.end('{}'), 'https://shop.example')
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=63072000',
  })
})

it('keeps own headers of an answer, in any spelling, and sends no HSTS without HTTPS', async () => {
  const headers = await answerOf((_request, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'self'")
    response.writeHead(404, { 'cache-control': 'public, max-age=60' }).end()
  }, 'http://localhost:4021')
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  expect(headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.has('strict-transport-security')).toBe(false)
})

it('is what does it', async () => {
  const headers = await answerOf((_request, response) => response.end('{}'), null)
  expect(headers.has('x-content-type-options')).toBe(false)
  expect(headers.has('cache-control')).toBe(false)
})
