import { z } from 'zod'
import { PayerError } from './payer-error'
import type { PayerEvent } from './payer-event'
import { peekJson } from './peek-json'

export type StreamEnd = Extract<PayerEvent, { type: 'stream_ended' }>

const overSchema = z.object({ code: z.literal('stream_over'), chargedAmount: z.string().regex(/^\d{1,78}$/) })

/**
 * Signs more for a running stream each time its seller asks, until it is over, `paidFetch` refuses or `signal` ends it.
 * The questions are ordinary requests with the stream's id, answered by a 402 when more is needed. Null where the final
 * cost is not told.
 */
export async function keepStreamPaid(
  paidFetch: typeof fetch,
  { url, streamId, network, signal }: { url: string; streamId: string; network: string; signal: AbortSignal },
): Promise<StreamEnd | null> {
  for (;;) {
    const answer = await paidFetch(url, { headers: { 'payment-stream': streamId }, signal }).catch((error: unknown) => {
      if (error instanceof PayerError || signal.aborted) return null
      throw error
    })
    if (answer?.status === 204) continue
    const over = overSchema.safeParse(answer && (await peekJson(answer)))
    return over.success ? { type: 'stream_ended', network, chargedAtomic: BigInt(over.data.chargedAmount) } : null
  }
}
