import { expect, test } from 'vitest'
import { openTextStream } from './text-stream'

function open(maxBytes = 1_000) {
  const gone = new AbortController()
  let ends = 0
  const held = openTextStream({ signal: gone.signal, maxBytes, onEnd: () => (ends += 1) })
  return { ...held, gone, ends: () => ends }
}

test('keeps unread text up to its limit, and then ends', async () => {
  const { send, stream, ends } = open()
  expect([send('a'.repeat(600)), send('a'.repeat(600)), send('a')]).toEqual([true, true, false])
  expect([send('a'), ends()]).toEqual([false, 1])
  expect((await new Response(stream).text()).length).toBe(1_200)
})

test('goes on for a reader that keeps up', async () => {
  const { send, stream, end, ends } = open()
  const reader = stream.getReader()
  for (let round = 0; round < 20; round += 1) {
    expect(send('a'.repeat(600))).toBe(true)
    expect((await reader.read()).value).toHaveLength(600)
  }
  end()
  expect([(await reader.read()).done, ends()]).toEqual([true, 1])
})

test('ends once when its reader is gone', async () => {
  const aborted = open()
  aborted.gone.abort()
  aborted.end()
  const cancelled = open()
  await cancelled.stream.cancel()
  cancelled.gone.abort()
  expect([aborted.send('a'), aborted.ends(), cancelled.send('a'), cancelled.ends()]).toEqual([false, 1, false, 1])
})
