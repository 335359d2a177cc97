import { once } from 'node:events'
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOpenAnswers, type OpenAnswers } from './open-answers'

let server: Server
let answers: OpenAnswers
let waiting: ServerResponse[]
const sockets: Socket[] = []

beforeEach(async () => {
  answers = createOpenAnswers()
  waiting = []
  server = createServer(
    (asked, response) =>
      void (answers.add(response), asked.url === '/soon' ? response.end('soon') : waiting.push(response)),
  )
  answers.watch(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
})

const port = () => (server.address() as AddressInfo).port

/** Opens a new connection whose request has been sent. */
async function send(path: string, at = port()): Promise<Socket> {
  const socket = connect(at, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  await new Promise<void>((resolve) =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`, () => resolve()),
  )
  return socket
}

it('answers requests that came before it closed, also those that the server has not read yet', async () => {
  const all = await Promise.all(Array.from({ length: 7 }, () => send('/soon')))
  const got = all.map((socket) => text(socket))
  await answers.close()
  await answers.answered()
  for (const answer of await Promise.all(got)) expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]+soon/)
})

it('refuses new connections, closes each open one after its answer, and is answered with the last', async () => {
  // A client that would keep its connection, so that only the server says that it is the last answer.
  const agent = new Agent({ keepAlive: true })
  const asked = request({ port: port(), path: '/late', agent }).end()
  const got = once(asked, 'response')
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const address = port()
  await answers.close()
  await expect(send('/soon', address)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  let isAnswered = false
  const answered = answers.answered().then(() => (isAnswered = true))
  expect([answers.count(), isAnswered]).toEqual([1, false])
  waiting[0]?.end('x'.repeat(3_000_000))
  const [response] = await got
  expect([response.headers.connection, (await text(response)).length]).toEqual(['close', 3_000_000])
  await answered
  expect(answers.count()).toBe(0)
})
