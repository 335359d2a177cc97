import { withFacts } from '@/lib/base/http/answer-facts'
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

/** `trailers` are set only when the upstream succeeded; else `response` says why not. */
export type StreamedAnswer = { response: Response; trailers: SafeStream['trailers'] | null }

/** After this long without any bytes, an answer counts as broken off. */
const IDLE_MS = 60_000

/**
 * Asks the seller's server and streams its answer, of any size, for at most `lastsMs`. A failure before the body
 * becomes an answer of 400 or above, for which nothing is charged.
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
    const facts = { upstreamStatus: answer.status }
    if (refusal) {
      await answer.body.cancel()
      return { response: withFacts(refuse(refusal), facts), trailers: null }
    }
    const isBodiless = answer.status === 204 || answer.status === 205
    if (isBodiless) await answer.body.cancel()
    const { status } = answer
    const body = isBodiless ? null : answer.body
    return {
      response: withFacts(new Response(body, { status, headers: passedHeaders(answer.headers) }), facts),
      trailers: answer.trailers,
    }
  } catch (error) {
    if (error instanceof SafeFetchError) return { response: refuseFault(error.fault), trailers: null }
    throw error
  }
}
