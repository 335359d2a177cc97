import { DomainError } from '@/lib/infra/domain-error'

const MAX_BODY_BYTES = 32_768

/** The JSON body of a request, read only up to its limit. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length
    if (size > MAX_BODY_BYTES) {
      await reader?.cancel()
      throw new DomainError('BODY_TOO_LARGE', 'The body may have 32 kB.')
    }
    chunks.push(part.value)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new DomainError('INVALID_BODY', 'The body must be JSON in UTF-8.')
    throw error
  }
}
