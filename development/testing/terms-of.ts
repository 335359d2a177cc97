import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'

export const termsOf = ({ headers }: Pick<Response, 'headers'>): PaymentRequired =>
  decodePaymentRequiredHeader(headers.get('payment-required') ?? '')
