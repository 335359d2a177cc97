import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { metaKeys } from './payment-meta'

/** An object as structured content, and as text for clients that read only text. */
export const structuredResult = (content: object, meta?: Record<string, unknown>): CallToolResult => ({
  structuredContent: { ...content },
  content: [{ type: 'text', text: JSON.stringify(content) }],
  ...(meta && Object.keys(meta).length > 0 ? { _meta: meta } : {}),
})

/** The form in which the reference client finds a challenge: an error with it as structured content. */
export const structuredError = (content: object, meta?: Record<string, unknown>): CallToolResult => ({
  isError: true,
  ...structuredResult(content, meta),
})
export const paymentRequired = (terms: object, meta: Record<string, unknown>): CallToolResult =>
  structuredError(terms, { ...meta, [metaKeys.error]: terms })

/** The same for a client that reads terms as their own result type: nothing was executed. */
export function asPaymentRequired({ _meta, ...result }: CallToolResult): CallToolResult | PaymentRequiredResult {
  const { [metaKeys.error]: terms, ...meta } = _meta ?? {}
  if (terms === undefined) return { ...result, ...(_meta && { _meta }) }
  return { resultType: 'payment_required', paymentRequired: terms, _meta: meta }
}

type PaymentRequiredResult = {
  resultType: 'payment_required'
  paymentRequired: unknown
  _meta: Record<string, unknown>
  [member: string]: unknown
}

export const errorText = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })
