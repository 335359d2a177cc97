import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { joinWrites } from './serve-requests'

const endings: (() => void)[] = []
afterEach(() => endings.splice(0).forEach((end) => end()))

/** Returns a server's answer to one request, and the number of writes to its socket. */
async function answerOf(answer: RequestListener, isJoined: boolean): Promise<{ text: string; writes: number }> {
  const server = createServer((request, response) => {
    if (isJoined) joinWrites(response)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  endings.push(() => void server.close())
  let writes = 0
  server.once('connection', (socket) => {
    const { _write: write, _writev: writev } = Socket.prototype
    socket._write = (...taken) => void ((writes += 1), write.apply(socket, taken))
    socket._writev = (...taken) => void ((writes += 1), writev?.apply(socket, taken))
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  endings.push(() => void client.destroy())
  client.write('GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
  let text = ''
  for await (const chunk of client) text += String(chunk)
  return { text, writes }
}

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** Answers like Next.js sends a route's answer. */
const likeNext: RequestListener = (_request, response) => {
  response.flushHeaders()
  void Promise.resolve()
    .then(() => response.write('{"paid":'))
    .then(() => nextTick())
    .then(() => response.write('true}'))
    .then(() => response.end())
}

it('sends head, body and end of an answer in one write', async () => {
  const apart = await answerOf(likeNext, false)
  const joined = await answerOf(likeNext, true)
  expect(apart.writes).toBeGreaterThan(1)
  expect(joined.writes).toBe(1)
  const body = (text: string) => text.slice(text.indexOf('\r\n\r\n'))
  expect(body(joined.text)).toBe(body(apart.text))
})

it('keeps no head back where the body comes later', async () => {
  let sendBody = () => {}
  const later = new Promise<void>((resolve) => (sendBody = resolve))
  const server = createServer((_request, response) => {
    joinWrites(response)
    response.flushHeaders()
    void later.then(() => response.end('late'))
  }).listen(0, '127.0.0.1')
  endings.push(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(answer.status).toBe(200)
  sendBody()
  expect(await answer.text()).toBe('late')
})
