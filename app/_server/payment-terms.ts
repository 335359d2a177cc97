import { assetFacts } from '@/lib/base/chains/asset-facts'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { type PaymentOption, paymentOptionsOf } from '@/lib/base/x402/payment-option'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { running } from '@/lib/site/compose/running'

/** The ways to pay for one of the site's own routes, as its 402 names them; empty while it cannot be sold. */
export async function ownTermsOf(path: string, method: 'GET' | 'POST' = 'GET'): Promise<PaymentOption[]> {
  const { answerOwn, gate } = running('site')
  const asked = await answerOwn(new Request(gate.publicOrigin + path, { method }))
  const header = parseHeader(asked.headers.get(headerNames.paymentRequired) ?? '')
  await asked.body?.cancel()
  const challenge = header.ok ? (header.value as unknown as PaymentRequired) : null // Our gate's own.
  return paymentOptionsOf(challenge?.accepts ?? [], assetFacts)
}
