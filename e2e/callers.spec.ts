import { type OutgoingHttpHeaders, request } from 'node:http'
import { expect, test } from '@playwright/test'

/** A request as written, over a connection from an address of this machine that no other test uses. */
function send(path: string, options: { method?: string; from: string; headers?: OutgoingHttpHeaders; body?: string }) {
  const { hostname, port } = new URL(process.env.E2E_ORIGIN ?? '')
  const { from, body, ...rest } = options
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const target = { hostname: hostname === 'localhost' ? '127.0.0.1' : hostname, port, path, agent: false }
    const sent = request({ ...target, localAddress: from, ...rest }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
    })
    sent.on('error', reject).end(body)
  })
}

test('a caller is counted by its connection, not by a header', async () => {
  const invented = (index: number): OutgoingHttpHeaders => ({
    'x-forwarded-for': `203.0.113.${index}`,
    'x-turnpike-caller': `0123456789abcdef0123456789abcdef 203.0.113.${index}`,
  })
  const ask = (index: number) =>
    send('/facilitator/discovery/validate', {
      method: 'POST',
      from: '127.0.0.77',
      headers: invented(index),
      body: '{}',
    })
  // Windows of ten seconds take turns: a hundred at once fill one, or the next.
  const askMany = async (from: number) =>
    (await Promise.all(Array.from({ length: 101 }, (_, index) => ask(from + index)))).map(({ status }) => status)
  expect([...(await askMany(0)), ...(await askMany(101))]).toContain(429)
  const other = { method: 'POST', from: '127.0.0.78', headers: invented(1), body: '{}' }
  expect((await send('/facilitator/discovery/validate', other)).status).toBe(400)
})

test('a forwarding header of 6,000 characters causes no failure', async () => {
  const headers = { 'x-forwarded-for': '9'.repeat(6_000) }
  const post = (path: string) => send(path, { method: 'POST', from: '127.0.0.79', headers, body: '{}' })
  const paths = ['/facilitator/verify', '/facilitator/settle', '/facilitator/discovery/validate']
  const answers = await Promise.all([...paths, ...paths].map(post))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
})

for (const [address, status, code] of [
  ['/facilitator/discovery/resources?tags=%00', 400, 'address_unreadable'],
  ['/facilitator/discovery/search?query=%C3%28', 400, 'address_unreadable'],
  ['/bazaar?q=%ED%A0%80', 400, 'address_unreadable'],
  ['/articles/%00', 400, 'address_unreadable'],
  ['/x/%ff/b', 400, 'address_unreadable'],
  [`/bazaar?q=${'a'.repeat(9_000)}`, 414, 'address_too_long'],
] as const) {
  test(`${address.slice(0, 50)} is refused before any route, by any method`, async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await send(address, { method, from: '127.0.0.80', headers: { accept: 'text/html' } })
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.body)).toMatchObject({ status, code })
    }
  })
}

test('a header without an end is refused', async () => {
  const answer = await send('/weather', { from: '127.0.0.80', headers: { 'x-long': 'a'.repeat(9_000) } })
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([431, 'header_too_long'])
})
