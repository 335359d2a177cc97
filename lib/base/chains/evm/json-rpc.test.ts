import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createPublicClient } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { evmTransport } from './json-rpc'

type Call = { id: number; method: string; params?: unknown[] }

const bodies: (Call | Call[])[] = []
let [sockets, answer] = [0, answerOf]
const server = createServer((incoming, outgoing) => {
  void text(incoming).then((body) => {
    const asked = JSON.parse(body) as Call | Call[] // The transport's own.
    bodies.push(asked)
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(asked)))
  })
})
server.on('connection', () => (sockets += 1))

/** Answers in the reverse order, as a node may. */
function answerOf(asked: Call | Call[]): unknown {
  const one = ({ id, params }: Call) =>
    params?.[0] === '0xbad' ? { id, error: { code: -32000, message: 'no such address' } } : { id, result: `0x${id}` }
  return Array.isArray(asked) ? asked.map(one).reverse() : one(asked)
}

const { origin } = await serveNode(server)
const client = createPublicClient({ transport: evmTransport(origin, 5_000, { isBatching: true }) })
afterEach(() => {
  bodies.length = 0
  answer = answerOf
})

const balanceAt = (address: string) =>
  client.request({ method: 'eth_getBalance', params: [address as `0x${string}`, 'latest'] })

it('sends calls of one turn as one batch, and tells their answers apart', async () => {
  const answers = await Promise.allSettled([balanceAt('0x1'), balanceAt('0xbad'), balanceAt('0x3')])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(answers[1]).toMatchObject({ reason: { code: -32000, details: 'no such address' } })
  expect(bodies).toHaveLength(1)
})

it('sends no more than a hundred calls at a time', async () => {
  await Promise.all(Array.from({ length: 150 }, (_, index) => balanceAt(`0x${index}`)))
  expect(bodies.map((body) => (Array.isArray(body) ? body.length : 1))).toEqual([100, 50])
})

it('keeps its connection', async () => {
  await balanceAt('0x1')
  const before = sockets
  for (let call = 0; call < 5; call += 1) await balanceAt('0x1')
  expect(sockets).toBe(before)
})

it.each([
  ['answers another call', () => ({ id: 0, result: '0x1' })],
  ['answers one call of two', () => [{ id: 0, result: '0x1' }]],
  ['answers no JSON-RPC', () => 'hello'],
])('takes a node that %s for a silent one', async (_, wrong) => {
  answer = wrong
  await expect(balanceAt('0x1')).rejects.toMatchObject({ name: 'HttpRequestError' })
})
