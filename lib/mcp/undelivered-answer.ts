/**
 * An answer of the gate whose text has been read, but not its end: the gate counts content as delivered when its end is
 * read, which must happen when the caller has it, not when we do.
 */
export type UndeliveredAnswer = Awaited<ReturnType<typeof readUndelivered>>

/** Reads the text of a response and holds its end back. A body without a stated length is read to its end. */
export async function readUndelivered(response: Response) {
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
    /** The caller went away before that; the content stays undelivered. */
    abandon: async () => reader.cancel('The caller went away.'),
  }
}

/** A body of that text which reports, once, whether its reader took all of it. */
export function watchDelivery(
  text: string,
  { finish, abandon }: Pick<UndeliveredAnswer, 'finish' | 'abandon'>,
): ReadableStream<Uint8Array> {
  let isTaken = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isTaken) {
          isTaken = true
          return controller.enqueue(new TextEncoder().encode(text))
        }
        controller.close()
        await finish().catch(abandon)
      },
      cancel: abandon,
    },
    { highWaterMark: 0 },
  )
}
