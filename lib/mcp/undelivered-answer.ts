/**
 * An answer of the gate whose text has been read, but not its end: the gate counts content as delivered when its end is
 * read, which must happen when the caller has it, not when we do.
 */
export type UndeliveredAnswer = {
  text: string
  finish: () => Promise<void>
  /** The caller went away before that; the content stays undelivered. */
  abandon: () => Promise<void>
}

/** Reads the text of a response and holds its end back. A body without a stated length is read to its end. */
export async function readUndelivered(response: Response): Promise<UndeliveredAnswer> {
  const stated = response.headers.get('content-length')
  if (!response.body) return { text: '', finish: async () => {}, abandon: async () => {} }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const length = stated === null ? Number.POSITIVE_INFINITY : Number(stated)
  const chunks: Uint8Array[] = []
  let size = 0
  while (size < length) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.byteLength
  }
  return {
    text: Buffer.concat(chunks).toString('utf8'),
    finish: async () => void (await reader.read()),
    abandon: async () => reader.cancel('The caller went away.'),
  }
}

/** Passes a body through and reports, once, whether its reader took all of it. */
export function watchDelivery(
  body: ReadableStream<Uint8Array>,
  end: { finish: () => Promise<void>; abandon: () => Promise<void> },
): ReadableStream<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          controller.close()
          await end.finish()
        } catch (error) {
          await end.abandon()
          controller.error(error)
        }
      },
      async cancel(reason) {
        await end.abandon()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
