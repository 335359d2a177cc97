import { afterEach, expect, it, vi } from 'vitest'
import { serveEdge } from '@/development/testing/serve-edge'
import { createPageLimit } from './page-limit'
import { surfaceLimits } from './surface-limits'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

it('gives an address so many pages at once, and then so many a second', () => {
  let ms = 0
  const wait = createPageLimit({ atOnce: 3, perSecond: 2 }, () => ms)
  const ask = (times: number, caller = '203.0.113.7') => Array.from({ length: times }, () => wait(caller))
  expect(ask(5)).toEqual([null, null, null, 1, 1])
  expect(ask(1, '203.0.113.8')).toEqual([null])
  ms += 500
  expect(ask(2)).toEqual([null, 1])
  ms += 60_000
  expect(ask(4)).toEqual([null, null, null, 1])
})

it('counts none of this machine', () => {
  const wait = createPageLimit({ atOnce: 1, perSecond: 1 }, () => 0)
  expect([wait('127.0.0.1'), wait('127.0.0.1'), wait('::1'), wait('::1')]).toEqual([null, null, null, null])
})

it('counts pages of who comes through our proxy, and neither files nor paid requests', async () => {
  const edge = await serveEdge((_request, response) => void response.end('page'), { trustedProxies: 1 })
  stops.push(edge.stop)
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
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const pages = await all(more, '/bazaar').finally(() => clock.mockRestore())
  expect(pages.filter(({ status }) => status === 200)).toHaveLength(surfaceLimits.pages.atOnce)
  const [refused] = pages.filter(({ status }) => status === 429)
  expect(refused).toMatchObject({ retryAfter: '1' })
  expect(JSON.parse(refused?.text ?? '')).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await ask('/', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200)
})
