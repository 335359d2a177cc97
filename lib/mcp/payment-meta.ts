import { encodeHeader, findJsonFault, isRecord, parseHeader } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'

/** Members of `_meta` for a call's payment and a result's settlement. */
export const metaKeys = {
  payment: 'x402/payment',
  paymentResponse: 'x402/payment-response',
  extensionResponses: 'x402/extension-responses',
  signIn: 'sign-in-with-x',
} as const

/** The header's form of a value. Anything but a plain object stays unreadable, for the gate to refuse. */
export function paymentHeader(value: unknown): string {
  if (!isRecord(value) || findJsonFault(value)) return 'unreadable'
  return encodeHeader(value)
}

export function settlementMeta(headerOf: (name: string) => string | null): Record<string, unknown> {
  const settlement = readHeader(headerOf(headerNames.paymentResponse))
  const extensions = readHeader(headerOf(headerNames.extensionResponses))
  return {
    ...(settlement ? { [metaKeys.paymentResponse]: settlement } : {}),
    ...(extensions ? { [metaKeys.extensionResponses]: extensions } : {}),
  }
}

/** A protocol header as the object that it encodes; null when there is none that can be read. */
export function readHeader(value: string | null): Record<string, unknown> | null {
  const parsed = parseHeader(value ?? '')
  return parsed.ok ? parsed.value : null
}
