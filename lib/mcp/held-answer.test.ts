import { describe, expect, it } from 'vitest'
import { holdAnswer, watchDelivery } from './held-answer'

/** A body that tells whether its end was read, as the gate's bodies do. */
function trackedBody(chunks: string[]) {
  const seen: string[] = []
  const queue = chunks.map((chunk) => new TextEncoder().encode(chunk))
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = queue.shift()
        if (next) return controller.enqueue(next)
        controller.close()
        seen.push('delivered')
      },
      cancel: () => void seen.push('broken'),
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

describe('holdAnswer', () => {
  it('reads the text and leaves the end for when the caller has it', async () => {
    const { body, seen } = trackedBody(['{"a"', ':1}'])
    const held = await holdAnswer(new Response(body, { headers: { 'content-length': '7' } }))
    expect(held.text).toBe('{"a":1}')
    expect(seen).toEqual([])
    await held.finish()
    expect(seen).toEqual(['delivered'])
  })

  it('leaves the content undelivered when the caller goes away', async () => {
    const { body, seen } = trackedBody(['{}'])
    const held = await holdAnswer(new Response(body, { headers: { 'content-length': '2' } }))
    await held.abandon()
    expect(seen).toEqual(['broken'])
  })

  it('reads a body without a stated length to its end', async () => {
    const { body, seen } = trackedBody(['long', ' text'])
    const held = await holdAnswer(new Response(body))
    expect([held.text, seen]).toEqual(['long text', ['delivered']])
    await held.finish()
    await held.abandon()
    expect(seen).toEqual(['delivered'])
  })

  it('takes an answer without a body', async () => {
    const held = await holdAnswer(new Response(null, { status: 204 }))
    await held.finish()
    expect(held.text).toBe('')
  })
})

describe('watchDelivery', () => {
  const watched = (body: ReadableStream<Uint8Array>) => {
    const ends: string[] = []
    const end = { finish: async () => void ends.push('finish'), abandon: async () => void ends.push('abandon') }
    return { body: watchDelivery(body, end), ends }
  }

  it('finishes when the last byte was taken, and not before', async () => {
    const { body, ends } = watched(trackedBody(['a', 'b']).body)
    const reader = body.getReader()
    await reader.read()
    await reader.read()
    expect(ends).toEqual([])
    expect((await reader.read()).done).toBe(true)
    expect(ends).toEqual(['finish'])
  })

  it('abandons when the reader leaves, and when the source breaks', async () => {
    const left = watched(trackedBody(['a', 'b']).body)
    await left.body.cancel()
    expect(left.ends).toEqual(['abandon'])
    const broken = watched(new ReadableStream({ pull: () => Promise.reject(new Error('gone')) }))
    await expect(new Response(broken.body).text()).rejects.toThrow('gone')
    expect(broken.ends).toEqual(['abandon'])
  })
})
