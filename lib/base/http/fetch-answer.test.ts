import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { serveEdge } from '@/development/testing/serve-edge'
import type { FetchAnswer } from './fetch-answer'
import { readyAnswer } from './ready-answer'
import { atEnd } from './testing/serve-node'

async function serve(answer: FetchAnswer): Promise<string> {
  const { origin, stop } = await serveEdge((_request, response) => response.end('framework'), {
    findAnswer: () => answer,
  })
  atEnd(stop)
  return origin
}

it('gives the request as it came, and sends the answer as it is', async () => {
  const origin = await serve(async (asked) => {
    const headers = new Headers({ 'x-one': asked.headers.get('x-two') ?? '', 'x-request-id': 'of a service' })
    headers.set('content-length', '7')
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    return new Response(`${asked.method} ${asked.url} ${await asked.text()}`, { status: 418, headers })
  })
  const answer = await fetch(`${origin}/a?b=c`, { method: 'PUT', body: 'é'.repeat(100_000), headers: { 'x-two': '2' } })
  expect([answer.status, answer.headers.get('x-one'), answer.headers.getSetCookie()]).toEqual([
    418,
    '2',
    ['a=1', 'b=2'],
  ])
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await answer.text()).toBe(`PUT ${origin}/a?b=c ${'é'.repeat(100_000)}`)
})

it('gives headers as the guard left them, in every form, and an address whose host is not the caller’s', async () => {
  const origin = await serve(async (asked) => {
    const copy = asked.clone()
    const names = ['x-two', 'x-turnpike-caller', 'constructor']
    const told = [asked.headers, new Headers(asked.headers), copy.headers].map((headers) =>
      names.map((name) => headers.get(name)),
    )
    return Response.json({ told, url: copy.url, same: asked instanceof Request, body: await copy.text() })
  })
  const headers = { 'x-two': '2', 'x-turnpike-caller': 'forged', host: 'other.example' }
  const asked = request(origin, { method: 'POST', headers }).end('text')
  const [answer] = await once(asked, 'response')
  const { told, ...rest } = JSON.parse(await text(answer))
  expect(rest).toEqual({ url: `${origin}/`, same: true, body: 'text' })
  expect(told).toEqual(Array(3).fill(['2', expect.not.stringContaining('forged'), null]))
})

it.each([
  ['as it was made', async (answer: Response) => answer],
  ['with another header', async (answer: Response) => (answer.headers.set('x-One', 'changed'), answer)],
  ['copied', async (answer: Response) => new Response(await answer.clone().text(), answer)],
])('sends an answer that is ready %s', async (how, change) => {
  const ends: boolean[] = []
  const origin = await serve(() =>
    change(
      readyAnswer({
        status: 402,
        headers: [
          ['x-one', '1'],
          ['Set-Cookie', 'a=1'],
          ['x-request-id', 'of a service'],
          ['content-length', '1'],
        ],
        body: new Uint8Array(Buffer.from('é'.repeat(100_000))),
        ended: (isWhole) => void ends.push(isWhole),
      }),
    ),
  )
  const answer = await fetch(origin)
  expect([answer.status, answer.headers.get('x-one'), answer.headers.getSetCookie()]).toEqual([
    402,
    how === 'with another header' ? 'changed' : '1',
    ['a=1'],
  ])
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await answer.text()).toBe('é'.repeat(100_000))
  if (how !== 'copied') await until(() => ends.length === 1)
  expect(ends).toEqual(how === 'copied' ? [] : [true])
  expect(await (await fetch(origin, { method: 'HEAD' })).text()).toBe('')
})

it.each(['before', 'while'])(
  'tells that an answer which was ready did not arrive, by a hang-up %s it is sent',
  async (when) => {
    const ends: boolean[] = []
    const hold = later()
    const origin = await serve(async (asked) => {
      asked.signal.addEventListener('abort', () => setImmediate(hold.resolve))
      hungUp.resolve()
      if (when === 'before') await hold.promise
      const body = new Uint8Array(50_000_000)
      return readyAnswer({ status: 200, headers: [], body, ended: (isWhole) => void ends.push(isWhole) })
    })
    const hungUp = later()
    const asked = request(origin).on('error', () => {})
    asked.end()
    if (when === 'before') await hungUp.promise
    else await once(asked, 'response')
    asked.destroy()
    await until(() => ends.length === 1)
    expect(ends).toEqual([false])
  },
)

it('sends no body to HEAD, and none where there is none', async () => {
  const origin = await serve(async ({ method }) =>
    method === 'HEAD' ? new Response('never') : new Response(null, { status: 204 }),
  )
  expect(await (await fetch(origin, { method: 'HEAD' })).text()).toBe('')
  expect((await fetch(origin)).status).toBe(204)
})

it('sends each part of a body when it is there', async () => {
  const parts: ReadableStreamDefaultController<Uint8Array>[] = []
  const origin = await serve(async () => {
    return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void parts.push(controller) }))
  })
  const asked = request(origin).end()
  const answered = once(asked, 'response')
  await until(() => parts.length === 1)
  for (const part of ['one', 'two']) {
    parts[0]?.enqueue(Buffer.from(part))
    const [answer] = await answered
    expect(String((await once(answer, 'data'))[0])).toBe(part)
  }
  parts[0]?.close()
  const [answer] = await answered
  await once(answer, 'end')
})

it('tells an endpoint, and the body that it sends, of a caller that hangs up', async () => {
  const hungUp: string[] = []
  const origin = await serve(async ({ signal }) => {
    signal.addEventListener('abort', () => hungUp.push('signal'))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('one')),
      cancel: () => void hungUp.push('body'),
    })
    return new Response(body)
  })
  const asked = request(origin).end()
  const [answer] = await once(asked, 'response')
  await once(answer, 'data')
  asked.destroy()
  await until(() => hungUp.length === 2)
  expect(hungUp.toSorted()).toEqual(['body', 'signal'])
})

it('does not tell of a hang-up where the answer went out whole', async () => {
  let signal = AbortSignal.abort()
  const origin = await serve(async (asked) => {
    signal = asked.signal
    return new Response('whole')
  })
  const asked = request(origin, { agent: false }).end()
  const [answer] = await once(asked, 'response')
  expect(await text(answer)).toBe('whole')
  await once(asked, 'close')
  expect(signal.aborted).toBe(false)
})

it('holds back a body that its reader does not take', async () => {
  let made = 0
  const origin = await serve(async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        made += 1
        controller.enqueue(Buffer.alloc(1_000_000))
        if (made === 100) controller.close()
      },
    })
    return new Response(body)
  })
  const asked = request(origin).end()
  const [answer] = await once(asked, 'response')
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(made).toBeLessThan(50)
  let bytes = 0
  answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await once(answer, 'end')
  expect(bytes).toBe(100_000_000)
})

it('cuts the connection where a body breaks, so that nobody takes it for whole', async () => {
  const origin = await serve(async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('the service went away')),
    })
    return new Response(body)
  })
  await expect(fetch(origin).then((answer) => answer.text())).rejects.toThrow()
})

const failing = async () => {
  throw new Error('a mistake of ours')
}

it.each([
  ['an endpoint', { findAnswer: () => failing }],
  ['the framework', {}],
  [
    'what finds an endpoint',
    {
      findAnswer: () => {
        throw new Error('a mistake of ours')
      },
    },
  ],
])('answers a failure of %s with 500 and a reference', async (_of, edge) => {
  const { origin, stop } = await serveEdge(failing, edge)
  atEnd(stop)
  const answer = await fetch(origin)
  expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal_error' }])
  expect(answer.headers.get('x-request-id')).toBeTruthy()
})

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setImmediate(resolve))
}

function later(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}
