import { expect, it } from 'vitest'
import { speakVersion1 } from './create-paid-fetch'
import { peekJson } from './peek-json'

/** A 402 whose body goes on for as long as somebody reads it. */
function endless(given: { bytes: number }) {
  const part = new TextEncoder().encode(' '.repeat(16 * 1024))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      given.bytes += part.byteLength
      controller.enqueue(part)
    },
  })
  return new Response(body, { status: 402 })
}

it('reads the JSON of an answer, which stays readable', async () => {
  const answer = Response.json({ a: 'é' })
  expect([await peekJson(answer), await answer.json()]).toEqual([{ a: 'é' }, { a: 'é' }])
})

it('returns a 402 without an end unchanged, so that its buyer can refuse it', async () => {
  const given = { bytes: 0 }
  const answer = await speakVersion1(async () => endless(given))('http://localhost/paid')
  expect([answer.status, answer.headers.has('payment-required')]).toEqual([402, false])
  expect(given.bytes).toBeLessThan(256 * 1024)
})
