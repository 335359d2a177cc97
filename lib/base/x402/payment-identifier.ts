import {
  declarePaymentIdentifierExtension,
  isValidPaymentId,
  PAYMENT_IDENTIFIER,
  type PaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import { isRecord } from './header-codec'
import type { PaymentPayload } from './wire'

export const PAYMENT_IDENTIFIER_EXTENSION = PAYMENT_IDENTIFIER

export function declarePaymentIdentifier(isRequired = false): PaymentIdentifierExtension {
  return declarePaymentIdentifierExtension(isRequired)
}

export type PaymentIdentifier = { ok: true; id: string | null } | { ok: false }

/**
 * The buyer's own name for this payment: 16 to 128 letters, digits, hyphens and underscores; null without one.
 * It is not signed, so it must be scoped to route and payer wherever it is used.
 * The schema that a buyer may send along is never compiled, unlike in the SDK.
 */
export function readPaymentIdentifier(payload: PaymentPayload): PaymentIdentifier {
  const extensions = payload.extensions ?? {}
  const extension = Object.hasOwn(extensions, PAYMENT_IDENTIFIER) ? extensions[PAYMENT_IDENTIFIER] : undefined
  if (extension === undefined) return { ok: true, id: null }
  if (!isRecord(extension) || !isRecord(extension.info)) return { ok: false }
  const { id } = extension.info
  if (id === undefined) return { ok: true, id: null }
  return typeof id === 'string' && isValidPaymentId(id) ? { ok: true, id } : { ok: false }
}
