import type { PaymentRequired } from '@/lib/base/x402/wire'
import { parsePaymentRequired } from '@/lib/client/parse-exchange'
import { type Purchase, requestOf, sendFor } from './purchase'

export type AskedTerms = {
  response: Response
  header: string | null
  /** Null without a challenge that x402 version 2 allows. */
  terms: PaymentRequired | null
  elapsedMs: number
}

/** Requests a resource's terms. Signs nothing and pays nothing; throws when there is no answer. */
export async function askTerms(purchase: Purchase): Promise<AskedTerms> {
  const startedAt = performance.now()
  const response = await sendFor(purchase)(...requestOf(purchase))
  const elapsedMs = Math.round(performance.now() - startedAt)
  const terms = response.status === 402 ? parsePaymentRequired(response.headers) : null
  const isPayable = terms !== null && terms.x402Version === 2
  return { response, header: response.headers.get('payment-required'), terms: isPayable ? terms : null, elapsedMs }
}
