import { z } from 'zod'

/**
 * Our request header of `verify` and `settle`: a UUID with which a server names its claim of a payment. While a payment
 * that it verified is reserved, no request without it settles or verifies the payment.
 */
export const PAYMENT_HOLDER_HEADER = 'payment-holder'

/**
 * Member of a refusing answer to a `verify` with that header, if a transaction was sent for the payment: for whom. A
 * server whose own settle got no answer uses it to learn whether the landed payment was settled for it. Does not tell
 * about reservations, as anyone may make one.
 */
export const SETTLED_FOR = 'settledFor'

export const settledForSchema = z.enum(['holder', 'another'])

export type SettledFor = z.infer<typeof settledForSchema>

export const paymentHolderSchema = z.string().uuid()
