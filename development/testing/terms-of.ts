import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'

/** The terms in the header of a 402. */
export const termsOf = ({ headers }: Pick<Response, 'headers'>): PaymentRequired =>
  decodePaymentRequiredHeader(headers.get('payment-required') ?? '')
