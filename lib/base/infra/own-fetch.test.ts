import { expect, it } from 'vitest'
import { ownFetch } from './own-fetch'

const echo = async (request: Request) =>
  new Response(`${request.method} ${request.url} ${request.headers.get('x-one')} ${await request.text()}`, {
    status: 402,
    headers: { 'X-Answer': 'yes' },
  })

it('hands the request over, and reads the whole answer', async () => {
  const options = { method: 'POST', headers: { 'x-one': '1' }, body: 'text' } as const
  const answer = await ownFetch(echo, 'http://localhost/a?b=1', options)
  expect(answer).toMatchObject({ status: 402, headers: { 'x-answer': 'yes' }, isCut: false })
  expect(answer.body.toString()).toBe('POST http://localhost/a?b=1 1 text')
})

it('cuts a long answer where its head is what matters, and refuses it elsewhere', async () => {
  const long = async () => new Response('x'.repeat(100))
  const cut = await ownFetch(long, 'http://localhost/', { maxBytes: 10, onTooLarge: 'cut' })
  expect([cut.body.length, cut.isCut]).toEqual([10, true])
  await expect(ownFetch(long, 'http://localhost/', { maxBytes: 10 })).rejects.toMatchObject({ fault: 'too_large' })
})

it.each([
  ['never answers', () => new Promise<Response>(() => undefined)],
  ['never ends', async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }))],
])('gives up on what %s', async (_name, answer) => {
  await expect(ownFetch(answer, 'http://localhost/', { timeoutMs: 20 })).rejects.toMatchObject({ fault: 'timeout' })
})
