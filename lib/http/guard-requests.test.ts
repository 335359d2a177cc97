import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHALLENGE_HEADER_NAME } from '@/lib/x402/payment-page'
import { guardRequests } from './guard-requests'
import { getOwnPage, rememberServer } from './own-server'

let server: Server
let ends: (() => void)[]

beforeAll(async () => {
  ends = [rememberServer(), guardRequests({ trustedProxies: 0 })]
  server = createServer(({ headers }, response) => void response.end(String(headers[CHALLENGE_HEADER_NAME])))
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
