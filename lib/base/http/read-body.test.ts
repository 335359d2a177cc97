import { type RequestListener } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { partsOf, readBytes, readJson, uploadOf } from './read-body'
import { serveNode } from './testing/serve-node'

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => error.code,
  )

/** Gives a kilobyte as often as it is asked, later more at once, and counts how often that was. */
function endless() {
  const seen = { asked: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        seen.asked += 1
        controller.enqueue(new Uint8Array(seen.asked > 20 ? 65_536 : 1_024))
      },
      cancel: () => void (seen.isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

/** The rest was read, 64 MB of it, and no more. */
async function expectDiscarded(seen: { asked: number; isCancelled: boolean }) {
  await expect.poll(() => seen.isCancelled).toBe(true)
  expect(seen.asked).toBeGreaterThan(1_000)
  expect(seen.asked).toBeLessThan(1_100)
}

test('gives out a body up to its limit and not a part further, whatever length it stated', async () => {
  expect((await readBytes(post('12345'), { maxBytes: 5 })).toString()).toBe('12345')
  expect(await readBytes({ body: null }, { maxBytes: 5 })).toHaveLength(0)
  const { body, seen } = endless()
  expect(await codeOf(readBytes({ body }, { maxBytes: 10_000 }))).toBe('BODY_TOO_LARGE')
  await expectDiscarded(seen)
  const lying = post('123456', { 'content-length': '1' })
  expect(await codeOf(readBytes(lying, { maxBytes: 5 }))).toBe('BODY_TOO_LARGE')
})

test('waits for a slow body as long as it may take, all of it together', async () => {
  const stuck = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) })
  expect(await codeOf(readBytes({ body: stuck }, { maxBytes: 10, timeoutMs: 20 }))).toBe('BODY_TOO_SLOW')
})

test('passes an upload on no faster than it is read, up to its limit', async () => {
  const { body, seen } = endless()
  const reader = uploadOf(body, { maxBytes: 3_000 }).getReader()
  expect(seen.asked).toBe(0)
  await reader.read()
  await reader.read()
  expect(seen.asked).toBe(2)
  expect(await codeOf(reader.read())).toBe('BODY_TOO_LARGE')
  await expectDiscarded(seen)
})

test.each([
  ['rests too long between two parts', { idleMs: 20 }],
  ['does not end in time', { timeoutMs: 20 }],
])('fails an upload that %s', async (_what, limits) => {
  const stuck = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) })
  const reader = uploadOf(stuck, { maxBytes: 10, ...limits }).getReader()
  expect((await reader.read()).value).toHaveLength(1)
  expect(await codeOf(reader.read())).toBe('BODY_TOO_SLOW')
})

test('does not count the rest of its reader as the sender’s', async () => {
  const body = new Response('12').body as ReadableStream<Uint8Array>
  const reader = uploadOf(body, { maxBytes: 10, idleMs: 20 }).getReader()
  expect((await reader.read()).value).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect((await reader.read()).done).toBe(true)
})

test('discards what is left of an upload that no one wants', async () => {
  const { body, seen } = endless()
  const reader = uploadOf(body, { maxBytes: 100_000_000 }).getReader()
  await reader.read()
  await reader.cancel()
  await expectDiscarded(seen)
})

test('discards the rest when its reader stops', async () => {
  const { body, seen } = endless()
  for await (const part of partsOf(body, { maxBytes: 10_000 })) {
    expect(part).toHaveLength(1_024)
    break
  }
  await expectDiscarded(seen)
})

test.each([
  ['half of JSON', '{"a":'],
  ['nothing', ''],
  ['NUL', '{"a":"\\u0000"}'],
  ['NUL in a name', '{"\\u0000":1}'],
  ['half a character', '{"a":["\\ud800"]}'],
  ['a number without an end', '{"a":1e999}'],
  ['deep nesting', '['.repeat(40) + ']'.repeat(40)],
  ['broken UTF-8', new Uint8Array([34, 255, 34])],
])('takes %s for no JSON', async (_what, body) => {
  expect(await codeOf(readJson(post(body), { maxBytes: 1_000 }))).toBe('BODY_NOT_JSON')
})

test('reads JSON with its text', async () => {
  expect(await readJson(post('{"a":"é💡"}'), { maxBytes: 100 })).toEqual({ text: '{"a":"é💡"}', value: { a: 'é💡' } })
})

/** Sends spaces without an end; a few bytes of its answer hide a megabyte. */
const hiding: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
  pipeline(Readable.from(spaces()), createGzip(), response, () => {}) // It ends when its reader hangs up.
}
function* spaces() {
  while (true) yield Buffer.alloc(1_000_000, 32)
}

test('counts an answer by what its compression hides, while it comes', async () => {
  const answer = await fetch((await serveNode(hiding)).origin)
  expect(await codeOf(readBytes(answer, { maxBytes: 100_000 }))).toBe('BODY_TOO_LARGE')
})
