import { headerNames } from '@/lib/x402/protocol-headers'
import type { PaymentRequired } from '@/lib/x402/wire'
import { readHeader } from './payment-meta'
import type { PaidTool } from './tool'

/** The terms of a paid tool as the gate answers them to anybody; null while it cannot be sold. */
export async function askTerms(tool: PaidTool): Promise<PaymentRequired | null> {
  const headers = { 'content-type': 'application/json' }
  const response = await tool.answer(new Request(tool.url, { method: 'POST', headers, body: '{}' }))
  const terms: unknown = readHeader(response.headers.get(headerNames.paymentRequired))
  return terms as PaymentRequired | null // The gate writes this header from this type alone.
}
