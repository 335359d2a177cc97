import { z } from 'zod'
import { surfaceLimits } from '@/lib/base/http/limits'
import type { ProblemCode } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { isRecord } from '@/lib/base/x402/header-codec'
import { X402_VERSION } from '@/lib/base/x402/wire'
import { actionRequirementsSchema, paymentPayloadSchema, paymentRequirementsSchema } from '@/lib/base/x402/wire-schemas'
import { RefusedRequest } from '../access/admit-caller'
import type { PaymentRequest } from '../read-payment'

/** A signed payment with its extensions; a Solana transaction or an Algorand group is far smaller. */
const { bodyBytes } = surfaceLimits.facilitator

const ACTIONS = ['claim', 'settle', 'refund']

const envelopeSchema = z.object({
  // Some servers leave it to the payload.
  x402Version: z.number().int().nullish(),
  paymentPayload: z.object({ x402Version: z.number().int() }).passthrough(),
  paymentRequirements: z.object({ network: z.string().max(128) }).passthrough(),
})

const termsSchema = z.object({ resource: z.unknown(), accepts: z.array(z.unknown()).max(64) })

/** Reads the body of a server that asks for the completion of its terms. Fails with `RefusedRequest`. */
export async function readTermsRequest(request: Request): Promise<{ resource: unknown; accepts: unknown[] }> {
  const { resource, accepts } = parse(termsSchema, await readContent(request))
  return { resource: resource ?? { url: '' }, accepts }
}

async function readContent(request: Request): Promise<unknown> {
  if (!hasReadableContent(request.headers)) {
    throw refused('CONTENT_UNSUPPORTED', 'Expected application/json without a content encoding.')
  }
  try {
    return (await readJson(request, { maxBytes: bodyBytes })).value
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw refused(error.code === 'BODY_NOT_JSON' ? 'BODY_INVALID' : error.code, error.message)
  }
}

/**
 * Reads the body of verify and settle: within size and depth, in the protocol's shape. Null for another version of the
 * protocol, which is a verdict. Fails with `RefusedRequest`.
 */
export async function readPaymentRequest(
  request: Request,
): Promise<{ network: string; payment: PaymentRequest | null }> {
  const { x402Version, paymentPayload, paymentRequirements } = parse(envelopeSchema, await readContent(request))
  const { network } = paymentRequirements
  const versions = [paymentPayload.x402Version, x402Version ?? paymentPayload.x402Version]
  if (versions.some((version) => version !== X402_VERSION)) return { network, payment: null }
  // Stock servers set no timeout for requests without a payer.
  const type = isRecord(paymentPayload.payload) ? paymentPayload.payload.type : null
  const isAction = typeof type === 'string' && ACTIONS.includes(type)
  const requirementsSchema = isAction ? actionRequirementsSchema : paymentRequirementsSchema
  const payloadSchema = paymentPayloadSchema.extend({ accepted: requirementsSchema })
  const payment = {
    paymentPayload: parse(payloadSchema, paymentPayload, 'paymentPayload'),
    paymentRequirements: parse(requirementsSchema, paymentRequirements, 'paymentRequirements'),
  }
  return { network, payment: payment as PaymentRequest } // The schemas are the wire's own; the SDK brands networks.
}

/** Also accepts clients that name no type, or the one that fetch gives to text. */
function hasReadableContent(headers: Headers): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const encoding = headers.get('content-encoding') ?? 'identity'
  return /^\s*(?:application\/(?:[^/]+\+)?json|text\/plain)?\s*$/i.test(type) && encoding.toLowerCase() === 'identity'
}

function parse<Schema extends z.ZodTypeAny>(schema: Schema, value: unknown, field = ''): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = [field, ...(issue?.path ?? [])].filter((part) => part !== '').join('.')
  throw refused('BODY_INVALID', `${path || 'The body'}: ${issue?.message ?? 'not in the expected shape'}`)
}

const refused = (code: ProblemCode, detail: string) => new RefusedRequest({ code, detail })
