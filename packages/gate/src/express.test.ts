import { once } from 'node:events'
import { get, request as send } from 'node:http'
import express, { type RequestHandler } from 'express'
import { expect, it } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { buyerOf } from '@/lib/gate/resource-server/deliver'
import { expressHandler } from './express'
import type { SellEach } from './sell-each'

/** A server with one route, sold by that gate. */
async function serve(sell: SellEach, handler: RequestHandler, before: RequestHandler[] = []): Promise<string> {
  const app = express()
  const { origin } = await serveNode(app)
  for (const one of before) app.use(one)
  app.all('/sold', expressHandler(sell, origin), handler)
  return origin
}

/** Lets the handler do all its work and then says no, as when the money is gone by the time of settling. */
const refusing =
  (read: (text: string) => void): SellEach =>
  async (request, _template, produce) => {
    read(await (await produce(request, {} as never)).text())
    return new Response('Not paid.', { status: 402, headers: { 'x-gate': 'its own' } })
  }

it('gives handlers a buyer that can be answered as JSON', async () => {
  const row = { id: 'p1', payer: '0xA', network: 'eip155:8453', scheme: 'exact', authorizedAtomic: 2n ** 70n }
  const sell: SellEach = (request, _template, produce) =>
    Promise.resolve(produce(request, { buyer: buyerOf(row) } as never))
  const origin = await serve(sell, (_request, response) => void response.json(response.locals.turnpike))
  const answer = await fetch(`${origin}/sold`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ buyer: { payer: '0xA', maximumAtomic: '1180591620717411303424' } })
})

const selling: SellEach = (request, _template, produce) => Promise.resolve(produce(request, {} as never))

it('S-9: lets no byte, header or early hint of a handler out where the gate refuses after it', async () => {
  let content = ''
  const origin = await serve(
    refusing((text) => {
      content = text
    }),
    (_request, response) => {
      response.writeEarlyHints({ link: '</secret>; rel=preload' })
      response.cookie('secret', '1').set('X-Secret', '1').status(201)
      response.writeHead(203, 'Secret words', { 'X-Other-Secret': '1' })
      response.flushHeaders()
      response.write('the whole ')
      response.addTrailers({ 'X-Last-Secret': '1' })
      response.end('secret')
    },
    [
      (_request, response, next) => {
        response.set('X-Before', '1')
        next()
      },
    ],
  )
  const answer = await fetch(`${origin}/sold`)
  expect([answer.status, answer.statusText, await answer.text()]).toEqual([402, 'Payment Required', 'Not paid.'])
  expect(content).toBe('the whole secret')
  const names = [...answer.headers.keys()]
  expect(names.filter((name) => name.includes('secret') || name === 'set-cookie' || name === 'link')).toEqual([])
  expect([answer.headers.get('x-before'), answer.headers.get('x-gate')]).toEqual(['1', 'its own'])
  const hints: unknown[] = []
  await new Promise((resolve) => {
    const asking = get(`${origin}/sold`, (response) => response.resume().once('end', resolve))
    asking.on('information', ({ headers }) => hints.push(headers))
  })
  expect(hints).toEqual([])
})

it('drops what a handler writes once another answer was sent for it', async () => {
  let write = () => true
  const late: SellEach = async (request, _template, produce) => {
    void produce(request, {} as never)
    return new Response('Too late.', { status: 504 })
  }
  const origin = await serve(late, (_request, response) => {
    write = () => response.write('x'.repeat(1_000_000)) && response.end('secret').headersSent
  })
  const answer = await fetch(`${origin}/sold`)
  // It is not asked to wait, for what nobody reads.
  expect([write(), answer.status, await answer.text()]).toEqual([true, 504, 'Too late.'])
})

it('passes a long body on as it is read, and holds its writer back meanwhile', async () => {
  const size = 8_000_000
  let most = 0
  const origin = await serve(selling, (_request, response) => {
    let sent = 0
    const more = () => {
      while (sent < size) {
        sent += 100_000
        most = Math.max(most, sent)
        if (!response.write(Buffer.alloc(100_000, 'a'))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const answer = await fetch(`${origin}/sold`)
  const reader = answer.body?.getReader()
  await reader?.read()
  expect(most).toBeLessThan(size)
  let rest = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value.length
  expect(rest).toBeGreaterThan(size - 1_000_000)
})

it('gives handlers the body that no parser has read, and refuses what is not JSON', async () => {
  const origin = await serve(selling, (request, response) => void response.json({ got: request.body }))
  const post = async (type: string, body: string) => {
    const answer = await fetch(`${origin}/sold`, { method: 'POST', headers: { 'content-type': type }, body })
    return [answer.status, ((await answer.json()) as { got?: unknown }).got]
  }
  expect(await post('application/json', '{"a":1}')).toEqual([200, { a: 1 }])
  expect(await post('text/plain; charset=utf-8', 'words')).toEqual([200, 'words'])
  expect(await post('application/octet-stream', 'a')).toEqual([200, { type: 'Buffer', data: [97] }])
  expect(await post('application/json', '{"a":')).toEqual([400, undefined])
})

it('S-6: hands the gate what was sent where a parser of Express 4 left an empty object', async () => {
  const seen: string[] = []
  const leavesEmpty: RequestHandler = (request, _response, next) => {
    request.body = {}
    next()
  }
  const reading: SellEach = async (request, _template, produce) => {
    const bytes = await request.arrayBuffer()
    seen.push(Buffer.from(bytes).toString())
    return produce(new Request(request.url, { method: 'POST', headers: request.headers, body: bytes }), {} as never)
  }
  const echo: RequestHandler = (request, response) => void response.json({ got: request.body })
  const origin = await serve(reading, echo, [leavesEmpty])
  const post = async (body: string) => {
    const headers = { 'content-type': 'text/plain' }
    return (await fetch(`${origin}/sold`, { method: 'POST', headers, body })).json()
  }
  expect([await post('one'), await post('another'), await post('')]).toEqual([
    { got: 'one' },
    { got: 'another' },
    { got: {} },
  ])
  expect(seen).toEqual(['one', 'another', ''])
})

it('hands the gate the bytes of a body that a parser has read before', async () => {
  let seen = ''
  const looking: SellEach = async (request, _template, produce) => {
    seen = await request.clone().text()
    return produce(request, {} as never)
  }
  const echo: RequestHandler = (request, response) => void response.json(request.body)
  const origin = await serve(looking, echo, [express.json()])
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/sold`, { method: 'POST', headers, body: '{ "a": 1 }' })
  expect([await answer.json(), seen]).toEqual([{ a: 1 }, '{"a":1}'])
})

it('sends what was written before the first end, and drops the rest', async () => {
  const origin = await serve(selling, (_request, response) => {
    response.end('a')
    response.end('b')
    response.write('c')
  })
  expect(await (await fetch(`${origin}/sold`)).text()).toBe('a')
})

it('refuses methods that no request can be made of', async () => {
  const origin = await serve(selling, (_request, response) => void response.end('content'))
  for (const method of ['TRACE', 'PURGE', 'PROPFIND']) {
    const [answer] = await once(send(`${origin}/sold`, { method }).end(), 'response')
    expect(answer.statusCode).toBe(405)
    answer.resume()
  }
})

it('cuts off an answer whose body breaks off on its way', async () => {
  const breaking: SellEach = async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          controller.enqueue(new TextEncoder().encode('half'))
          controller.error(new Error('It broke off.'))
        },
      }),
    )
  const origin = await serve(breaking, () => {})
  await expect(fetch(`${origin}/sold`).then((answer) => answer.text())).rejects.toThrow()
})
