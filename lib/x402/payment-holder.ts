import { z } from 'zod'

/**
 * Request header of `verify` and `settle`, ours: a UUID by which a server names its claim of a payment. While what it
 * verified is reserved, no request without it settles or verifies the payment.
 */
export const PAYMENT_HOLDER_HEADER = 'payment-holder'

export const paymentHolderSchema = z.string().uuid()
