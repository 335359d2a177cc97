import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { answerAway, noteFailure } from './answer-away'
import { nameRequests } from './name-requests'

const endings: (() => void)[] = []
afterEach(() => endings.splice(0).forEach((end) => end()))

async function answerOf(listener: RequestListener): Promise<[number, string | null]> {
  endings.push(nameRequests({ trustedProxies: 0 }), answerAway())
  const server = createServer(listener).listen(0, '127.0.0.1')
  endings.push(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { status, headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
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
  const listener: RequestListener = (_request, response) => {
    if (++requests === 1) noteFailure(away)
    response.writeHead(500).end()
  }
  expect(await answerOf(listener)).toEqual([503, '3'])
  expect(await answerOf(listener)).toEqual([500, null])
})
