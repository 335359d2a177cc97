import { expect, it, vi } from 'vitest'
import { serveEdge } from '@/development/testing/serve-edge'
import { createRateLimit, surfaceLimits } from './limits'
import { atEnd } from './testing/serve-node'

it('gives a caller so many requests at once, and then so many a second', () => {
  let ms = 0
  const take = createRateLimit(() => new Date(ms))
  const ask = (times: number, caller = 'one') =>
    Array.from({ length: times }, () => take({ caller, requestsPerSecond: 2, atOnce: 3 })?.retryAfterSeconds ?? null)
  expect(ask(5)).toEqual([null, null, null, 1, 1])
  expect(ask(1, 'other')).toEqual([null])
  ms += 500
  expect(ask(2)).toEqual([null, 1])
  ms += 60_000
  expect(ask(4)).toEqual([null, null, null, 1])
  // A clock that is set back takes nothing away.
  ms -= 30_000
  expect(ask(1)).toEqual([1])
})

it('counts pages of who comes through our proxy, and neither files nor paid requests', async () => {
  const edge = await serveEdge((_request, response) => void response.end('page'), { trustedProxies: 1 })
  atEnd(edge.stop)
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${edge.origin}${path}`, { headers: { 'x-forwarded-for': '203.0.113.9', ...headers } })
    const text = await answer.text()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text }
  }
  const all = (count: number, ...asked: Parameters<typeof ask>) =>
    Promise.all(Array.from({ length: count }, () => ask(...asked)))
  const statusesOf = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status))
  const more = surfaceLimits.pages.atOnce + 5
  expect(statusesOf(await all(more, '/_next/static/a.js'))).toEqual(new Set([200]))
  expect(statusesOf(await all(more, '/', { 'payment-signature': 'x' }))).toEqual(new Set([200]))
  // No time passes for the limit, however slow this machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  const pages = await all(more, '/bazaar').finally(() => vi.useRealTimers())
  expect(pages.filter(({ status }) => status === 200)).toHaveLength(surfaceLimits.pages.atOnce)
  const [refused] = pages.filter(({ status }) => status === 429)
  expect(refused).toMatchObject({ retryAfter: '1' })
  expect(JSON.parse(refused?.text ?? '')).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await ask('/', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200)
  expect(statusesOf(await all(more, '/bazaar', { 'x-forwarded-for': '127.0.0.1' }))).toEqual(new Set([200]))
})
