import { parsePaymentRequired } from '@/lib/client/parse-exchange'
import { type Purchase, requestOf, sendFor } from './purchase'

/** Requests a resource's terms; null without a challenge that x402 version 2 allows. Signs nothing and pays nothing; throws when there is no answer. */
export async function askTerms(purchase: Purchase) {
  const response = await sendFor(purchase)(...requestOf(purchase))
  const terms = response.status === 402 ? parsePaymentRequired(response.headers) : null
  return { response, terms: terms?.x402Version === 2 ? terms : null }
}
