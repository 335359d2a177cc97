import { DomainError } from '@/lib/infra/domain-error'

/** An article of the longest kind in the widest characters fits. */
const maximumBytes = 3_000_000

/** The JSON of a request. Fails with `BODY_NOT_JSON`, `BODY_TOO_LARGE` or `MEDIA_TYPE_UNKNOWN`, before anything is done. */
export async function readJsonBody(request: Request): Promise<{ text: string; value: unknown }> {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json' || request.headers.has('content-encoding')) {
    throw new DomainError('MEDIA_TYPE_UNKNOWN', 'Send JSON, with Content-Type: application/json and no encoding.')
  }
  const text = await readText(request)
  try {
    return { text, value: JSON.parse(text) }
  } catch (cause) {
    throw new DomainError('BODY_NOT_JSON', 'The body is not JSON.', { cause })
  }
}

async function readText(request: Request): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maximumBytes) {
      await reader.cancel()
      throw new DomainError('BODY_TOO_LARGE', `A body may have ${maximumBytes} bytes at most.`)
    }
    parts.push(value)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch (cause) {
    throw new DomainError('BODY_NOT_JSON', 'The body is not UTF-8.', { cause })
  }
}
