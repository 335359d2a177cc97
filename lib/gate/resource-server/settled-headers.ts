import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { ExtensionResponses, SettleResponse } from '@/lib/base/x402/wire'

export type Settled = { response: SettleResponse; extensionResponses: ExtensionResponses | null }

/** PAYMENT-RESPONSE and, where the facilitator gave any, EXTENSION-RESPONSES. */
export function settledHeaders({ response, extensionResponses }: Settled): Record<string, string> {
  return {
    'PAYMENT-RESPONSE': encodeHeader(response),
    ...(extensionResponses ? { 'EXTENSION-RESPONSES': encodeHeader(extensionResponses) } : {}),
  }
}
