import { encodeHeader, findJsonFault, isRecord, parseHeader, recordOf } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'
export const metaKeys = {
  payment: 'x402/payment',
  paymentResponse: 'x402/payment-response',
  extensionResponses: 'x402/extension-responses',
  signIn: 'sign-in-with-x',
  /** The terms once more: where Cloudflare's `agents` looks for them. */
  error: 'x402/error',
  /** The same of x402 version 1, by the keys of `x402-mcp`. */
  paymentVersion1: 'x402.payment',
  paymentResponseVersion1: 'x402.payment-response',
} as const

/** The MCP extension of x402, which a client names with each request that it understands the terms by. */
export const PAYMENT_EXTENSION = 'org.x402/payment'

/** True for a request whose client reads terms as their own result type. Source: x402 transport MCP, extension binding. */
export function readsPaymentRequired(meta: Record<string, unknown>): boolean {
  const { extensions } = recordOf(meta['io.modelcontextprotocol/clientCapabilities'])
  return isRecord(recordOf(extensions)[PAYMENT_EXTENSION])
}

/**
 * The header's form of a value, which some clients send as that text already. Anything else but a plain object stays
 * unreadable, for the gate to refuse.
 */
export function paymentHeader(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value)) return value
  if (!isRecord(value) || findJsonFault(value)) return 'unreadable'
  return encodeHeader(value)
}

export function settlementMeta(headerOf: (name: string) => string | null): Record<string, unknown> {
  const settlement = readHeader(headerOf(headerNames.paymentResponse))
  const extensions = readHeader(headerOf(headerNames.extensionResponses))
  const version1 = readHeader(headerOf(headerNames.paymentResponseVersion1))
  return {
    ...(version1 ? { [metaKeys.paymentResponseVersion1]: version1 } : {}),
    ...(settlement ? { [metaKeys.paymentResponse]: settlement } : {}),
    ...(extensions ? { [metaKeys.extensionResponses]: extensions } : {}),
  }
}

/** A protocol header as the object that it encodes; null when there is none that can be read. */
export function readHeader(value: string | null): Record<string, unknown> | null {
  const parsed = parseHeader(value ?? '')
  return parsed.ok ? parsed.value : null
}
