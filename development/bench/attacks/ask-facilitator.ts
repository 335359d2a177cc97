import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { Side } from './attack'

export type FacilitatorAnswer = { status: number; success?: boolean; isValid?: boolean; why?: string }

/** A facilitator's answer over HTTP; one that is not JSON counts as a refusal. */
export async function askFacilitator(
  { facilitator }: Side,
  verb: 'verify' | 'settle',
  payload: PaymentPayload,
): Promise<FacilitatorAnswer> {
  const response = await fetch(`${facilitator}/facilitator/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: payload.accepted }),
  })
  const text = await response.text()
  const { success, isValid, errorReason, invalidReason } = parse(text)
  return { status: response.status, success, isValid, why: errorReason ?? invalidReason }
}

type Words = { success?: boolean; isValid?: boolean; errorReason?: string; invalidReason?: string }

function parse(text: string): Words {
  try {
    return JSON.parse(text) as Words // Read for a few words only.
  } catch {
    return {}
  }
}
