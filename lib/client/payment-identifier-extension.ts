import type { ClientExtension } from '@x402/core/client'
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { isRecord } from '@/lib/base/x402/header-codec'
import { decodeHeader } from '@/lib/base/x402/portable-header'

/**
 * Names the payments of one call, where the server offers that: with the name, a lost answer can be fetched again, and
 * no second payment of the call is taken.
 */
export function paymentIdentifierExtension(id = crypto.randomUUID()): ClientExtension {
  return {
    key: PAYMENT_IDENTIFIER,
    enrichPaymentPayload: async (payload, { extensions }) =>
      extensions && Object.hasOwn(extensions, PAYMENT_IDENTIFIER)
        ? { ...payload, extensions: { ...payload.extensions, [PAYMENT_IDENTIFIER]: { info: { id } } } }
        : payload,
  }
}

/** True if a signed payment names itself, so that sending it again never makes a handler act twice. */
export function isIdentified(paymentHeader: string | null): boolean {
  const extensions = decodeHeader(paymentHeader)?.extensions
  const extension =
    isRecord(extensions) && Object.hasOwn(extensions, PAYMENT_IDENTIFIER) && extensions[PAYMENT_IDENTIFIER]
  return isRecord(extension) && isRecord(extension.info) && typeof extension.info.id === 'string'
}
