import { utf8Text } from '@/lib/base/infra/utf8-text'

/** The longest body that is handed to a client. */
const MAX_DATA_BYTES = 4 * 1024 * 1024

/**
 * The response data as the tool hands it out: JSON as it is, text as a JSON string, anything else as base64 with
 * its media type. Throws `NoDataError` for a body beyond the limit.
 */
export async function readData(response: Response): Promise<unknown> {
  const bytes = await readBounded(response)
  const text = utf8Text(bytes)
  if (text === null) {
    return { mimeType: response.headers.get('content-type'), base64: Buffer.from(bytes).toString('base64') }
  }
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, whatever its media type says: the text itself is the data.
    return text
  }
}

async function readBounded(response: Response): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array(0)
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    chunks.push(value)
    if (size > MAX_DATA_BYTES) {
      await reader.cancel()
      throw new NoDataError(`The answer is longer than the ${MAX_DATA_BYTES} bytes that this bridge hands out.`)
    }
  }
}

/** Why there is no data, in words for the tool's caller. */
export class NoDataError extends Error {
  override name = 'NoDataError'
}
