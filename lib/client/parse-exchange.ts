import { z } from 'zod'
import { MAX_HEADER_CHARACTERS, parseJsonObject } from '@/lib/base/x402/header-codec'
import type { PaymentRequired, SettleResponse } from '@/lib/base/x402/wire'

const requirementsSchema = z
  .object({
    scheme: z.string().min(1).max(64),
    network: z.string().regex(/^[^\s:]+:[^\s:]+$/),
    amount: z.string().regex(/^\d{1,78}$/),
    asset: z.string().min(1).max(256),
    payTo: z.string().min(1).max(256),
    maxTimeoutSeconds: z.number().positive(),
    extra: z.record(z.unknown()).optional(),
  })
  .passthrough()

const paymentRequiredSchema = z
  .object({
    x402Version: z.number().int(),
    error: z.string().optional(),
    resource: z.object({ url: z.string() }).passthrough(),
    // The SDK's own schema wants one option at least; auth-only routes offer none.
    accepts: z.array(requirementsSchema).max(64),
    extensions: z.record(z.unknown()).optional(),
  })
  .passthrough()

const settleResponseSchema = z
  .object({
    success: z.boolean(),
    transaction: z.string(),
    network: z.string(),
    payer: z.string().optional(),
    // Any other amount is left out; the settlement does not depend on it.
    amount: z
      .string()
      .regex(/^\d{1,78}$/)
      .optional()
      .catch(undefined),
    errorReason: z.string().optional(),
    errorMessage: z.string().optional(),
  })
  .passthrough()

/** Reads the challenge of a 402 answer; null when it carries none that x402 version 2 allows. */
export function parsePaymentRequired(headers: Headers): PaymentRequired | null {
  const parsed = paymentRequiredSchema.safeParse(decodeHeader(headers.get('payment-required')))
  return parsed.success ? (parsed.data as PaymentRequired) : null
}

/** True for our gate's answer to a repeated payment whose answer was sent before and is not kept. */
export const isAnswerGone = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status === 402 &&
  parseSettleResponse(headers)?.success === true &&
  parsePaymentRequired(headers)?.error === 'payment_already_used'

/** Reads the settlement that an answer reports; null when it reports none that can be read. */
export function parseSettleResponse(headers: Headers): SettleResponse | null {
  const parsed = settleResponseSchema.safeParse(decodeHeader(headers.get('payment-response')))
  return parsed.success ? (parsed.data as SettleResponse) : null
}

/** Decodes a protocol header without Node's Buffer, which browsers lack; null when it cannot be read. */
export function decodeHeader(header: string | null): Record<string, unknown> | null {
  if (header === null || header.length > MAX_HEADER_CHARACTERS) return null
  try {
    const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0))
    const parsed = parseJsonObject(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return parsed.ok ? parsed.value : null
  } catch {
    return null
  }
}
