import { z } from 'zod'

/**
 * Request header of `verify` and `settle`, ours: a UUID by which a server names its claim of a payment. While what it
 * verified is reserved, no request without it settles or verifies the payment.
 */
export const PAYMENT_HOLDER_HEADER = 'payment-holder'

/**
 * Member of a refusing answer to a `verify` with that header: true where another than its holder has the payment, or had it
 * settled. A server whose own settle got no answer asks so whether what landed was settled for it.
 */
export const HELD_BY_ANOTHER = 'heldByAnother'

export const paymentHolderSchema = z.string().uuid()
