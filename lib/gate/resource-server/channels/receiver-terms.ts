import { BATCH_SETTLEMENT } from '@/lib/base/x402/payment-channel'
import { type PaymentPayload, type PaymentRequirements, X402_VERSION } from '@/lib/base/x402/wire'

/** Terms for a receiver's own requests about channels; nothing is paid by them. */
export function termsOf(
  network: string,
  config: { receiver: string; token: string; receiverAuthorizer?: string; withdrawDelay?: number },
): PaymentRequirements {
  const { receiver, token, receiverAuthorizer, withdrawDelay } = config
  return {
    scheme: BATCH_SETTLEMENT,
    network: network as PaymentRequirements['network'], // Stored from our own terms.
    asset: token,
    amount: '0',
    payTo: receiver,
    maxTimeoutSeconds: 60,
    extra: { ...(receiverAuthorizer && { receiverAuthorizer }), ...(withdrawDelay && { withdrawDelay }) },
  }
}

export const toPayload = (accepted: PaymentRequirements, payload: Record<string, unknown>): PaymentPayload => ({
  x402Version: X402_VERSION,
  accepted,
  payload,
})
