import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { partsWithin, tooLarge } from '@/lib/base/x402/bounded-body'
import { findJsonFault } from '@/lib/base/x402/header-codec'

type BodyLimits = {
  /** Limit of the body, after decoding where the reader decodes. */
  maxBytes: number
  /** For the whole body; 20 seconds when omitted. */
  timeoutMs?: number
  /** Between two parts; unlimited when omitted. The reader's own time does not count. */
  idleMs?: number
}

type Sender = { body: ReadableStream<Uint8Array> | null }

const USUAL_TIMEOUT_MS = 20_000

/**
 * Yields a body in parts and counts them: whatever length was stated, no part beyond the limit is given out. Fails with
 * `BODY_TOO_LARGE` or `BODY_TOO_SLOW`. The rest, also when the reader stops early, is read and thrown away.
 */
export async function* partsOf(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, timeoutMs = USUAL_TIMEOUT_MS, idleMs }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(`The body did not arrive within ${timeoutMs / 1000} s.`), timeoutMs)
  const parts = partsWithin(body, { maxBytes: Number.POSITIVE_INFINITY, signal: limit.signal })
  const next = () => {
    if (idleMs === undefined) return parts.next()
    const idle = setTimeout(() => limit.abort(`No part of the body came for ${idleMs / 1000} s.`), idleMs)
    return parts.next().finally(() => clearTimeout(idle))
  }
  let size = 0
  try {
    for (let part = await next(); !part.done; part = await next()) {
      size += part.value.byteLength
      if (size > maxBytes) throw new DomainError('BODY_TOO_LARGE', tooLarge(maxBytes))
      yield part.value
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error
    throw new DomainError('BODY_TOO_SLOW', String(limit.signal.reason))
  } finally {
    void discard(next).then(() => {
      clearTimeout(timer)
      void parts.return(undefined)
    })
  }
}

/** Bytes of an unwanted body that are read: a sender with more learns from the answer that it was not read. */
const LEFT_BYTES = 64 * 1024 * 1024

/** Reads the rest, so that the sender can use its connection again: Node.js blocks it while a part waits. */
async function discard(next: () => Promise<IteratorResult<Uint8Array>>): Promise<void> {
  let left = LEFT_BYTES
  try {
    for (let part = await next(); !part.done && left > 0; part = await next()) left -= part.value.byteLength
  } catch {
    // The sender is gone or too slow; it has its answer.
  }
}

/** For all of an upload. Node.js gives a request 300 seconds to arrive. */
export const UPLOAD_MS = 270_000

const uploadLimits = { timeoutMs: UPLOAD_MS, idleMs: 20_000 }

/**
 * Passes a body on while it comes, no faster than it is read. Fails like `partsOf`, and with `BODY_TOO_SLOW` where it
 * breaks off; no part may take longer than 20 seconds, and the whole 270.
 */
export function uploadOf(body: ReadableStream<Uint8Array>, limits: BodyLimits): ReadableStream<Uint8Array> {
  const parts = partsOf(body, { ...uploadLimits, ...limits })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next().catch(throwAsSlow)
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void parts.return(undefined),
    },
    { highWaterMark: 0 },
  )
}

function throwAsSlow(cause: unknown): never {
  if (isDomainError(cause)) throw cause
  throw new DomainError('BODY_TOO_SLOW', 'The body broke off before its end.', { cause })
}

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
  if (!hasFewJsonParts(bytes)) {
    throw new DomainError('BODY_TOO_LARGE', `A body can have at most ${MAXIMUM_JSON_PARTS} objects, lists and names.`)
  }
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

/** Each costs the parser and every reader more than its bytes. */
const MAXIMUM_JSON_PARTS = 40_000
const [QUOTE, BACKSLASH, COLON, BRACKET, BRACE] = Buffer.from('"\\:[{')

/** Whether JSON has few enough objects, lists and names to be parsed in one stretch. Found without parsing it. */
export function hasFewJsonParts(json: Uint8Array): boolean {
  let parts = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if (byte === COLON || byte === BRACKET || byte === BRACE) parts += 1
  }
  return parts <= MAXIMUM_JSON_PARTS
}

/** The length that a request states for its body, in bytes; null where it states none. */
export function readContentLength(request: Request): number | null {
  const text = request.headers.get('content-length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
