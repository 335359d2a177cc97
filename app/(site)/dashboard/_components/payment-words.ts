import type { BadgeState } from '@/lib/ui/badge'
import type { PaymentStatus } from '@/lib/x402/payment-status'

/** What a payment's status means to the seller. */
export const paymentStatuses: Record<PaymentStatus, { state: BadgeState; label: string }> = {
  claimed: { state: 'waiting', label: 'In work' },
  streaming: { state: 'waiting', label: 'Being sent' },
  settling: { state: 'waiting', label: 'Settling' },
  unknown: { state: 'waiting', label: 'Unknown' },
  settled: { state: 'settled', label: 'Settled' },
  received: { state: 'waiting', label: 'Received, not delivered' },
  spent_zero: { state: 'neutral', label: 'Cost nothing' },
  abandoned: { state: 'neutral', label: 'Dropped' },
  refused: { state: 'refused', label: 'Refused' },
  undecidable: { state: 'refused', label: 'Cannot be decided' },
}

export const stepTitles: Record<string, string> = {
  challenged: 'Asked for the price',
  signed: 'Signed payment came',
  verified: 'Payment verified',
  produced: 'Answer produced',
  settling: 'Settlement sent',
  settled: 'Settled',
  released: 'Answer delivered',
  ended: 'Ended',
}

const reasonWords: Record<string, string> = {
  authorization_already_used: 'The payment had landed before it came here, so it opened nothing; give it back',
  delivery_exhausted: 'Your content failed or did not arrive three times after the money came; give it back',
  handler_502: 'Your server could not be reached, or failed',
  handler_504: 'Your server did not answer in time',
  head_request: 'Only the headers were asked for',
  insufficient_funds: 'The payer’s wallet did not hold enough',
  invalid_transaction_state: 'The chain did not take the payment',
  permit2_allowance_required: 'The payer’s wallet had not allowed the charge',
  settlement_reorged: 'The chain rolled back, and took the payment with it after you had delivered',
  settlement_undecidable: 'The chain no longer tells whether it was paid; look for the transfer in your wallet',
  settlement_amount_invalid: 'The meter named an amount that cannot be charged',
}

/** Why a payment ended without money, in words where we have some, and always with the code that logs and buyers name. */
export function reasonInWords(reason: string): string {
  const words = reasonWords[reason]
  return words ? `${words} (${reason})` : reason
}
