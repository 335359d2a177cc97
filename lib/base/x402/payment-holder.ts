import { z } from 'zod'

/**
 * Request header of `verify` and `settle`, ours: a UUID by which a server names its claim of a payment. While what it
 * verified is reserved, no request without it settles or verifies the payment.
 */
export const PAYMENT_HOLDER_HEADER = 'payment-holder'

/**
 * Member of a refusing answer to a `verify` with that header, where a transaction was sent for the payment: for whom. A
 * server whose own settle got no answer asks so whether what landed was settled for it. A reservation tells nothing: anybody
 * may make one.
 */
export const SETTLED_FOR = 'settledFor'

export const settledForSchema = z.enum(['holder', 'another'])

export type SettledFor = z.infer<typeof settledForSchema>

export const paymentHolderSchema = z.string().uuid()
