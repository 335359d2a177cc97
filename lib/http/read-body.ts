import { DomainError } from '@/lib/infra/domain-error'
import { BodyTooLargeError, partsWithin } from '@/lib/x402/bounded-body'
import { findJsonFault } from '@/lib/x402/header-codec'

export type BodyLimits = {
  /** Limit of the body, after decoding where the reader decodes. */
  maxBytes: number
  /** For the whole body; 20 seconds unless told. */
  timeoutMs?: number
}

/** A request to us, or an answer to us. */
type Sender = { body: ReadableStream<Uint8Array> | null }

const USUAL_TIMEOUT_MS = 20_000

/**
 * A body in its parts, counted while they come: whatever length was stated, nothing is read beyond the limit. Fails with
 * `BODY_TOO_LARGE` or `BODY_TOO_SLOW`; the rest is left unread then, and when the reader stops early.
 */
export async function* partsOf(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, timeoutMs = USUAL_TIMEOUT_MS }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeoutMs)
  try {
    yield* partsWithin(body, { maxBytes, signal: limit.signal })
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new DomainError('BODY_TOO_LARGE', error.message)
    if (!limit.signal.aborted) throw error
    throw new DomainError('BODY_TOO_SLOW', `The body did not arrive within ${timeoutMs / 1000} s.`)
  } finally {
    clearTimeout(timer)
  }
}

/** A whole body, within its limits. */
export async function readBytes(sender: Sender, limits: BodyLimits): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of partsOf(sender.body, limits)) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * A whole body as JSON in UTF-8. Fails with `BODY_NOT_JSON` also for texts that are never accepted: NUL and halves
 * of characters in any text, numbers without an end, nesting beyond 32 levels.
 */
export async function readJson(sender: Sender, limits: BodyLimits): Promise<{ text: string; value: unknown }> {
  const bytes = await readBytes(sender, limits)
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch (cause) {
    throw new DomainError('BODY_NOT_JSON', 'The body is not JSON in UTF-8.', { cause })
  }
  const fault = findJsonFault(value)
  if (fault === null) return { text, value }
  const what = fault === 'too_deep' ? 'is nested too deep' : 'holds NUL or broken characters'
  throw new DomainError('BODY_NOT_JSON', `The body ${what}.`)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
