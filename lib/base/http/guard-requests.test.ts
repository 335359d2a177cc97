import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/payment-page'
import { FORWARDED_HEADER } from './caller-mark'
import { guardRequests } from './guard-requests'
import { getOwnPage, rememberServer } from './own-server'
import { answerNotFound } from './page-answer'

let server: Server
let ends: (() => void)[]

beforeAll(async () => {
  ends = [rememberServer(), guardRequests({ trustedProxies: 0 })]
  server = createServer(({ url, headers }, response) => {
    if (url === '/missing') answerNotFound({ get: (name) => headers[name]?.toString() ?? null })
    response.end(String(headers[url === '/forwarded' ? FORWARDED_HEADER : CHALLENGE_HEADER_NAME]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const end of ends) end()
  server.close()
})

it('takes a challenge from the gate alone', async () => {
  const headers = { [CHALLENGE_HEADER_NAME]: 'terms' }
  const invented = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })
  expect(await invented.text()).toBe('undefined')
  expect((await getOwnPage('/', { headers, timeoutMs: 5_000 }))?.body).toBe('terms')
})

it.each([
  ['a proxy passed on, though none is configured', { 'X-Forwarded-For': '203.0.113.7' }, '1'],
  ['came straight here, whatever it says of itself', { [FORWARDED_HEADER]: '' }, 'undefined'],
])('knows that a request %s', async (_what, headers, mark) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/forwarded`
  expect(await (await fetch(url, { headers: { ...headers } })).text()).toBe(mark)
})

it.each([
  ['a new document', {}, 404],
  ['a new document, whatever answer the request names itself', { 'x-turnpike-answer': 'x' }, 404],
  ['parts of a page alone, which stays', { RSC: '1', 'x-turnpike-answer': 'x' }, 200],
])('lets a page set the status of %s', async (_what, headers, status) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/missing`
  expect((await fetch(url, { headers: { ...headers } })).status).toBe(status)
})
