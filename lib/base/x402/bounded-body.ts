export const tooLarge = (maxBytes: number) => `A body can have at most ${maxBytes} bytes.`

/**
 * Yields a body in parts and counts them: whatever length was stated, nothing is read beyond `maxBytes`. Fails with an
 * error, or with the signal's reason; the rest is left unread then, and when the reader stops early.
 */
export async function* partsWithin(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  let size = 0
  let isOver = false
  // A sender that is gone already has nothing left to be told.
  const leave = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    while (!isOver) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      isOver = done
      if (done) return
      size += value.byteLength
      if (size > maxBytes) throw new Error(tooLarge(maxBytes))
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    if (!isOver) leave()
  }
}
