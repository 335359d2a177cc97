import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { serveEdge } from '@/development/testing/serve-edge'
import { noteFailure } from './problem'
import { atEnd } from './testing/serve-node'

async function answerOf(listener: RequestListener): Promise<[number, string | null]> {
  const { origin, stop } = await serveEdge(listener)
  atEnd(stop)
  const { status, headers } = await fetch(origin)
  return [status, headers.get('retry-after')]
}

const away = new Error('Connection terminated unexpectedly')

it('says when to come back, in place of a 500, to the request that has missed the database', async () => {
  expect(
    await answerOf((_request, response) => {
      setImmediate(() => {
        noteFailure(away)
        response.writeHead(500).end()
      })
    }),
  ).toEqual([503, '3'])
})

it('leaves a 500 for another reason, and every other status', async () => {
  expect(
    await answerOf((_request, response) => {
      noteFailure(new Error('a mistake of ours'))
      response.writeHead(500).end()
    }),
  ).toEqual([500, null])
  expect(
    await answerOf((_request, response) => {
      noteFailure(away)
      response.writeHead(404).end()
    }),
  ).toEqual([404, null])
})

it('tells one request from the next', async () => {
  let requests = 0
  const { origin, stop } = await serveEdge((_request, response) => {
    if (++requests === 1) noteFailure(away)
    response.writeHead(500).end()
  })
  atEnd(stop)
  expect((await fetch(origin)).status).toBe(503)
  expect((await fetch(origin)).status).toBe(500)
})
