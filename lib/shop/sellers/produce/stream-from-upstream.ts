import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import type { SafeStream } from '@/lib/base/infra/safe-stream'
import type { SellersContext } from '../ports'
import {
  type AskingContext,
  askOf,
  findRefusal,
  passedHeaders,
  refuse,
  refuseFault,
  type SigningUpstream,
  type UpstreamCall,
} from './produce-from-upstream'

/** `trailers` are there only when the upstream did its work; else `response` says why not. */
export type StreamedAnswer = { response: Response; trailers: SafeStream['trailers'] | null }

/** An answer between whose parts nothing came for so long has broken off. */
const IDLE_MS = 60_000

/**
 * Asks the seller's server and passes its answer on as it comes, of any size, for `lastsMs` at most. A failure before the
 * body becomes an answer of 400 or above, for which nothing is charged.
 */
export async function streamFromUpstream(
  context: AskingContext & Pick<SellersContext, 'stream'>,
  upstream: SigningUpstream,
  call: UpstreamCall,
  lastsMs: number,
): Promise<StreamedAnswer> {
  const { url, ...ask } = await askOf(context, upstream, call)
  try {
    const limits = { timeoutMs: upstream.timeoutMs, idleMs: IDLE_MS, lastsMs }
    const answer = await context.stream(url, { ...ask, ...limits })
    const refusal = findRefusal(answer)
    if (refusal) {
      await answer.body.cancel()
      return { response: refuse(refusal), trailers: null }
    }
    const isBodiless = answer.status === 204 || answer.status === 205
    if (isBodiless) await answer.body.cancel()
    const { status } = answer
    const body = isBodiless ? null : answer.body
    return {
      response: new Response(body, { status, headers: passedHeaders(answer.headers) }),
      trailers: answer.trailers,
    }
  } catch (error) {
    if (error instanceof SafeFetchError) return { response: refuseFault(error.fault), trailers: null }
    throw error
  }
}
