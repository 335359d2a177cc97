import { partsWithin } from '@/lib/base/x402/bounded-body'

/** Longest body of an answer that is read for terms or a problem. */
const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 10_000

/** The JSON in an answer, which stays readable; null for a body that is none, is too long, or does not end in time. */
export async function peekJson(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(await readStart(answer.clone().body))
  } catch {
    // No terms: a page, a broken answer, one without an end.
    return null
  }
}

async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of partsWithin(body, { maxBytes: MAX_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) })) {
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
