import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { serveEdge } from '@/development/testing/serve-edge'
import { createLogger } from '@/lib/base/infra/logger'
import { getOwnPage } from './own-server'
import { problemResponse } from './problem'
import type { Edge, SeenRequest } from './serve-requests'
import { atEnd } from './testing/serve-node'

const lines: string[] = []
const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } })

/** A server whose answers are problems, made a few turns of the loop after their request. */
async function open(edge: Partial<Edge> = {}) {
  const { origin, stop } = await serveEdge((request, response) => void answer(request, response), edge)
  atEnd(stop)
  return async (headers: Record<string, string> = {}, path = '/api/v1/routes') => {
    const answer = await fetch(origin + path, { headers })
    return { id: answer.headers.get('x-request-id'), problem: (await answer.json()) as Record<string, unknown> }
  }
}

async function answer({ url }: IncomingMessage, response: ServerResponse) {
  await turn()
  if (url === '/asks-itself') return response.end((await getOwnPage('/', { headers: {}, timeoutMs: 5_000 }))?.body)
  const { body } = await fail()
  response.statusCode = 500
  response.end(await new Response(body).text())
}

async function fail(): Promise<Response> {
  await turn()
  log.fault('It broke', new Error('no chain'))
  return problemResponse({ code: 'internal_error', detail: 'It broke.' })
}

it.each([
  ['of the framework', {}],
  ['without the framework', { findAnswer: () => fail }],
])('gives each request an id that its answer %s, its problem and its log carry', async (_by, edge) => {
  const ask = await open(edge)
  const answers = await Promise.all([ask(), ask()])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(2)
  for (const { id, problem } of answers) {
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(problem.requestId).toBe(id)
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged.filter(({ requestId }) => requestId === id)).toMatchObject([{ reference: id, msg: 'It broke' }])
  }
})

it.each([
  ['a proxy of ours may choose it', 1, 'a1b2c3d4e5f6', true],
  ['a caller may not', 0, 'a1b2c3d4e5f6', false],
  ['a proxy may not pass on anything', 1, '<script>alert(1)</script>', false],
])('%s', async (_what, trustedProxies, given, isTaken) => {
  const ask = await open({ trustedProxies })
  const { id } = await ask({ 'X-Request-Id': given })
  expect(id === given).toBe(isTaken)
})

it('tells of each request by its part of the site, its status and its time', async () => {
  const seen: SeenRequest[] = []
  const ask = await open({ seen: (request) => seen.push(request) })
  await ask()
  await ask({}, '/asks-itself')
  expect(seen).toMatchObject([
    { surface: 'seller_api', status: 500 },
    { surface: 'site', status: 200 },
  ])
  expect(seen[0]?.seconds).toBeGreaterThan(0)
})

it.each([
  ['a page that is read', {}, 0],
  ['a request that pays', { headers: { 'PAYMENT-SIGNATURE': 'e30=' } }, 1],
  ['a request that writes', { method: 'POST' }, 1],
])('tells of %s whether it may change something', async (_what, request, times) => {
  const mayWrite = vi.fn()
  const { origin, stop } = await serveEdge((_request, response) => void response.end(), { mayWrite })
  await fetch(origin, request)
  expect(mayWrite).toHaveBeenCalledTimes(times)
  stop()
})
