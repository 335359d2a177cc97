import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from '@/lib/base/infra/logger'
import { nameRequests } from './name-requests'
import { getOwnPage, rememberServer } from './own-server'
import { problemResponse } from './problem'
import { type SeenRequest, watchRequests } from './watch-requests'

const endings: (() => void)[] = []
afterEach(() => endings.splice(0).forEach((end) => end()))

const lines: string[] = []
const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } })

/** A server whose answers are problems, made a few turns of the loop after their request. */
async function open(trustedProxies: number) {
  endings.push(rememberServer(), nameRequests({ trustedProxies }))
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  endings.push(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (headers: Record<string, string> = {}, path = '/api/v1/routes') => {
    const answer = await fetch(origin + path, { headers })
    return { id: answer.headers.get('x-request-id'), problem: (await answer.json()) as Record<string, unknown> }
  }
}

async function answer({ url }: IncomingMessage, response: ServerResponse) {
  await turn()
  if (url === '/asks-itself') return response.end((await getOwnPage('/', { headers: {}, timeoutMs: 5_000 }))?.body)
  log.fault('It broke', new Error('no chain'))
  response.statusCode = 500
  response.end(await problemResponse({ code: 'INTERNAL_ERROR', detail: 'It broke.' }).text())
}

it('gives each request an id that its answer, its problem and its log carry', async () => {
  const ask = await open(0)
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
  const ask = await open(trustedProxies)
  const { id } = await ask({ 'X-Request-Id': given })
  expect(id === given).toBe(isTaken)
})

it('leaves a page that the process asks of itself under the id of its request', async () => {
  const ask = await open(0)
  const { id, problem } = await ask({}, '/asks-itself')
  expect(problem.requestId).toBe(id)
})

it('tells of each request by its part of the site, its status and its time', async () => {
  const seen: SeenRequest[] = []
  endings.push(watchRequests((request) => seen.push(request)))
  const ask = await open(0)
  await ask()
  await ask({}, '/asks-itself')
  expect(seen).toMatchObject([
    { surface: 'seller_api', status: 500 },
    { surface: 'site', status: 200 },
  ])
  expect(seen[0]?.seconds).toBeGreaterThan(0)
})
