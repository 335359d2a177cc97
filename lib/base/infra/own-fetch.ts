import { partsWithin } from '@/lib/base/x402/bounded-body'
import { readBody, type SafeFetchOptions, type SafeResponse, toFault, withinSignal } from './safe-fetch'

/** Fetches from this very site, without a network. Bounded like `safeFetch`; follows no redirects. */
export async function ownFetch(
  answer: (request: Request) => Promise<Response>,
  url: string,
  options: Omit<SafeFetchOptions, 'body'> & { body?: string },
): Promise<SafeResponse> {
  const { method = 'GET', headers = {}, body = null, timeoutMs = 10_000 } = options
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await withinSignal(signal, answer(new Request(url, { method, headers, body, signal })))
    const parts = partsWithin(response.body, { maxBytes: Number.POSITIVE_INFINITY, signal })
    const read = await readBody(parts, options)
    const elapsedMs = Math.round(performance.now() - startedAt)
    const found = Object.fromEntries(response.headers)
    return { status: response.status, headers: found, trailers: {}, ...read, url, elapsedMs }
  } catch (error) {
    throw toFault(error, signal)
  }
}
