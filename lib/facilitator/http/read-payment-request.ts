import { z } from 'zod'
import { surfaceLimits } from '@/lib/base/http/limits'
import { type Problem, type ProblemCode, toProblem } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { isRecord } from '@/lib/base/x402/header-codec'
import { reasons } from '@/lib/base/x402/reasons'
import { type PaymentPayload, type PaymentRequirements, X402_VERSION } from '@/lib/base/x402/wire'
import { actionRequirementsSchema, paymentPayloadSchema, paymentRequirementsSchema } from '@/lib/base/x402/wire-schemas'
import type { PaymentRequest } from '../read-payment'

/** A signed payment with its extensions; a Solana transaction or an Algorand group is far smaller. */
const { bodyBytes } = surfaceLimits.facilitator

type RefusedRequest = { kind: 'problem'; problem: Problem }

/** `unreadable` is a verdict on a well-formed request, `problem` answers a malformed one. */
export type ReadRequest =
  | { kind: 'payment'; request: PaymentRequest }
  | { kind: 'verdict'; reason: string; message?: string; network: string }
  | RefusedRequest

const ACTIONS = ['claim', 'settle', 'refund']

const envelopeSchema = z.object({
  // Some servers leave it to the payload.
  x402Version: z.number().int().nullish(),
  paymentPayload: z.object({ x402Version: z.number().int() }).passthrough(),
  paymentRequirements: z.object({ network: z.string().max(128) }).passthrough(),
})

const termsSchema = z.object({ resource: z.unknown(), accepts: z.array(z.unknown()).max(64) })

/** Reads the body of a server that asks for the completion of its terms. */
export async function readTermsRequest(
  request: Request,
): Promise<{ kind: 'terms'; resource: unknown; accepts: unknown[] } | RefusedRequest> {
  const body = await readContent(request)
  if (body.kind === 'problem') return body
  const terms = termsSchema.safeParse(body.value)
  return terms.success
    ? { kind: 'terms', resource: terms.data.resource ?? { url: '' }, accepts: terms.data.accepts }
    : shapeProblem(terms.error)
}

async function readContent(request: Request): Promise<{ kind: 'content'; value: unknown } | RefusedRequest> {
  if (!hasReadableContent(request.headers)) {
    return problem('CONTENT_UNSUPPORTED', 'Expected application/json without a content encoding.')
  }
  try {
    return { kind: 'content', value: (await readJson(request, { maxBytes: bodyBytes })).value }
  } catch (error) {
    return bodyProblem(error)
  }
}

/** Reads the body of verify and settle: within size and depth, in the protocol's shape. */
export async function readPaymentRequest(request: Request): Promise<ReadRequest> {
  const body = await readContent(request)
  if (body.kind === 'problem') return body
  const envelope = envelopeSchema.safeParse(body.value)
  if (!envelope.success) return shapeProblem(envelope.error)
  const { paymentPayload, paymentRequirements } = envelope.data
  const versions = [paymentPayload.x402Version, envelope.data.x402Version ?? paymentPayload.x402Version]
  if (versions.some((version) => version !== X402_VERSION)) {
    return { kind: 'verdict', reason: reasons.invalidX402Version, network: paymentRequirements.network }
  }
  // Stock servers set no timeout for requests without a payer.
  const type = isRecord(paymentPayload.payload) ? paymentPayload.payload.type : null
  const isAction = typeof type === 'string' && ACTIONS.includes(type)
  const requirementsSchema = isAction ? actionRequirementsSchema : paymentRequirementsSchema
  const payload = paymentPayloadSchema.extend({ accepted: requirementsSchema }).safeParse(paymentPayload)
  if (!payload.success) return shapeProblem(payload.error, 'paymentPayload')
  const requirements = requirementsSchema.safeParse(paymentRequirements)
  if (!requirements.success) return shapeProblem(requirements.error, 'paymentRequirements')
  return {
    kind: 'payment',
    request: {
      paymentPayload: payload.data as PaymentPayload, // The schema is the wire's own; the SDK brands networks.
      paymentRequirements: requirements.data as PaymentRequirements, // As above.
    },
  }
}

/** Also accepts clients that name no type, or the one that fetch gives to text. */
function hasReadableContent(headers: Headers): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const encoding = headers.get('content-encoding') ?? 'identity'
  return /^\s*(?:application\/(?:[^/]+\+)?json|text\/plain)?\s*$/i.test(type) && encoding.toLowerCase() === 'identity'
}

function bodyProblem(error: unknown): RefusedRequest {
  if (!isDomainError(error)) throw error
  if (error.code === 'BODY_NOT_JSON') return problem('BODY_INVALID', error.message)
  return { kind: 'problem', problem: toProblem(error) }
}

function shapeProblem(error: z.ZodError, field = ''): RefusedRequest {
  const [issue] = error.issues
  const path = [field, ...(issue?.path ?? [])].filter((part) => part !== '').join('.')
  return problem('BODY_INVALID', `${path || 'The body'}: ${issue?.message ?? 'not in the expected shape'}`)
}

const problem = (code: ProblemCode, detail: string): RefusedRequest => ({
  kind: 'problem',
  problem: { code, detail },
})
