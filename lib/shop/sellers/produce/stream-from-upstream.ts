import { withFacts } from '@/lib/base/http/answer-facts'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
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
): Promise<Response> {
  const { url, ...ask } = await askOf(context, upstream, call)
  try {
    const limits = { timeoutMs: upstream.timeoutMs, idleMs: IDLE_MS, lastsMs }
    const answer = await context.stream(url, { ...ask, ...limits })
    const refusal = findRefusal(answer)
    const facts = { upstreamStatus: answer.status }
    if (refusal) {
      await answer.body.cancel()
      return withFacts(refuse(refusal), facts)
    }
    const isBodiless = answer.status === 204 || answer.status === 205
    if (isBodiless) await answer.body.cancel()
    const { status } = answer
    const body = isBodiless ? null : answer.body
    return withFacts(new Response(body, { status, headers: passedHeaders(answer.headers) }), facts)
  } catch (error) {
    if (error instanceof SafeFetchError) return refuseFault(error.fault)
    throw error
  }
}
