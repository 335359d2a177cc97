import { describe, expect, it } from 'vitest'
import { readUndelivered, watchDelivery } from './undelivered-answer'

/** A body that records whether its end was read, as the gate's bodies do. */
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

describe('readUndelivered', () => {
  it('reads the text and leaves the end for when the caller has it', async () => {
    const { body, seen } = trackedBody(['{"a"', ':1}'])
    const undelivered = await readUndelivered(new Response(body, { headers: { 'content-length': '7' } }))
    expect(undelivered.text).toBe('{"a":1}')
    expect(seen).toEqual([])
    await undelivered.finish()
    expect(seen).toEqual(['delivered'])
  })

  it('leaves the content undelivered when the caller goes away', async () => {
    const { body, seen } = trackedBody(['{}'])
    const undelivered = await readUndelivered(new Response(body, { headers: { 'content-length': '2' } }))
    await undelivered.abandon()
    expect(seen).toEqual(['broken'])
  })

  it('reads a body without a stated length to its end', async () => {
    const { body, seen } = trackedBody(['long', ' text'])
    const undelivered = await readUndelivered(new Response(body))
    expect([undelivered.text, seen]).toEqual(['long text', ['delivered']])
    await undelivered.finish()
    await undelivered.abandon()
    expect(seen).toEqual(['delivered'])
  })

  it('takes an answer without a body', async () => {
    const undelivered = await readUndelivered(new Response(null, { status: 204 }))
    await undelivered.finish()
    expect(undelivered.text).toBe('')
  })
})

describe('watchDelivery', () => {
  const watched = () => {
    const ends: string[] = []
    const end = { finish: async () => void ends.push('finish'), abandon: async () => void ends.push('abandon') }
    return { body: watchDelivery('ab', end), ends }
  }

  it('finishes when the last byte was taken, and not before', async () => {
    const { body, ends } = watched()
    const reader = body.getReader()
    await reader.read()
    expect(ends).toEqual([])
    expect((await reader.read()).done).toBe(true)
    expect(ends).toEqual(['finish'])
  })

  it('abandons when the reader leaves', async () => {
    const { body, ends } = watched()
    await body.cancel()
    expect(ends).toEqual(['abandon'])
  })
})
