import { z } from 'zod'
import { recordOf } from '@/lib/base/x402/header-codec'
import { isFlowKnown } from '@/lib/base/x402/payment-option'
import { decodeHeader } from '@/lib/base/x402/protocol-headers'
import { caip2Network } from '@/lib/base/x402/v1/networks'
import type { PaymentRequired, SettleResponse } from '@/lib/base/x402/wire'
import { timeoutSchema } from '@/lib/base/x402/wire-schemas'

const requirementsSchema = z
  .object({
    scheme: z.string().min(1).max(64),
    network: z.string().regex(/^[^\s:]+:[^\s:]+$/),
    amount: z.string().regex(/^\d{1,78}$/),
    asset: z.string().min(1).max(256),
    payTo: z.string().min(1).max(256),
    maxTimeoutSeconds: timeoutSchema,
    extra: z.record(z.unknown()).nullish(),
  })
  .passthrough()

const paymentRequiredSchema = z
  .object({
    x402Version: z.number().int(),
    error: z.string().optional().catch(undefined),
    resource: z.object({ url: z.string() }).passthrough().optional().catch(undefined),
    // The SDK's own schema wants one option at least; auth-only routes offer none.
    accepts: z.array(z.unknown()).max(64),
    extensions: z.record(z.unknown()).optional().catch(undefined),
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

/** A challenge without what cannot be read; `unread` says which options were left out, and why. */
export type ReadChallenge = { terms: PaymentRequired; unread: string[] }

/**
 * Reads the challenge of a 402 answer; null when it carries none. An option that cannot be read is left out, and null
 * means absent: neither keeps the rest from being paid. `asked` names the resource where the challenge does not.
 */
export function readChallenge(headers: Headers, asked = ''): ReadChallenge | null {
  const parsed = paymentRequiredSchema.safeParse(decodeHeader(headers.get('payment-required')))
  if (!parsed.success) return null
  const { resource = { url: asked }, ...rest } = parsed.data
  const read = rest.accepts.map((option, index) => ({ option, fault: findOptionFault(option, index + 1) }))
  const accepts = read.flatMap(({ option, fault }) => (fault === null ? [option] : []))
  return {
    // As the schema has read it, except for `extra`, which may be null and is sent back as it came.
    terms: { ...rest, resource, accepts } as PaymentRequired,
    unread: read.flatMap(({ fault }) => fault ?? []),
  }
}

/** The terms of a 402 answer; null when it carries none that x402 version 2 allows. */
export const parsePaymentRequired = (headers: Headers): PaymentRequired | null => readChallenge(headers)?.terms ?? null

function findOptionFault(option: unknown, position: number): string | null {
  const parsed = requirementsSchema.safeParse(option)
  const { scheme, network } = recordOf(option)
  const what = typeof scheme === 'string' ? `option ${position} (${scheme.slice(0, 64)})` : `option ${position}`
  if (parsed.success) return isFlowKnown(parsed.data) ? null : `${what} has an unknown paymentFlow`
  const field = parsed.error.issues[0]?.path[0]
  const known = typeof network === 'string' ? caip2Network(network) : null
  if (field === undefined) return `${what} is no object`
  if (field !== 'network' || known === null) return `${what} has no ${field} that can be read`
  return `${what} names its network ${network} as version 1 does, in place of ${known}`
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
