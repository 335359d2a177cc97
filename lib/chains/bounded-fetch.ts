import { partsWithin } from '@/lib/x402/bounded-body'

/** Far more than any answer that is asked for here. */
export const MAX_ANSWER_BYTES = 10 * 1_024 * 1_024

/**
 * `fetch` for RPC nodes: an answer counts once all of it is there, within its time and size. Too much of it, and what is
 * cut off, is a TypeError as for a lost connection; too late is a DOMException.
 */
export async function fetchBounded(
  url: string | URL | Request,
  init: RequestInit | undefined,
  { timeoutMs, maxBytes = MAX_ANSWER_BYTES }: { timeoutMs: number; maxBytes?: number },
): Promise<Response> {
  return withinTime(timeoutMs, init?.signal ?? undefined, async (signal) => {
    const answer = await fetch(url, { ...init, signal })
    const parts: Uint8Array[] = []
    try {
      for await (const part of partsWithin(answer.body, { maxBytes, signal })) parts.push(part)
    } catch (cause) {
      if (signal.aborted) throw cause
      throw new TypeError('The answer could not be read.', { cause })
    }
    const { status, statusText, headers } = answer
    return new Response(parts.length > 0 ? Buffer.concat(parts) : null, { status, statusText, headers })
  })
}

/** Not by `AbortSignal.any`: a time limit that only it refers to is collected as garbage, and never strikes. */
async function withinTime<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const stop = () => limit.abort(outer?.reason)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => limit.abort(new DOMException('The RPC node was too slow.', 'TimeoutError')), timeoutMs)
  try {
    return await run(limit.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}
