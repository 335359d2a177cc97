import {
  declarePaymentIdentifierExtension,
  isValidPaymentId,
  PAYMENT_IDENTIFIER,
} from '@x402/extensions/payment-identifier'
import type { ZodError } from 'zod'
import { isRecord, parseHeader } from './header-codec'
import { reasons } from './reasons'
import { type PaymentPayload, X402_VERSION } from './wire'
import { paymentPayloadSchema } from './wire-schemas'

type PayloadReason = typeof reasons.invalidPayload | typeof reasons.invalidX402Version
type PayloadRefusal = { ok: false; reason: PayloadReason; message: string }
export type ParsedPayload = { ok: true; payload: PaymentPayload } | PayloadRefusal

/** Parses a `PAYMENT-SIGNATURE` header. Never throws; the message names the field at fault, never its value. */
export function parsePaymentPayload(header: string): ParsedPayload {
  const parsed = parseHeader(header)
  if (!parsed.ok) return refusal(reasons.invalidPayload, `PAYMENT-SIGNATURE is unreadable: ${parsed.reason}.`)
  return parsePaymentPayloadObject(parsed.value)
}

/**
 * Parses a payment payload that came as JSON: in a facilitator's request or in the `_meta` of an MCP call.
 * The caller has bounded its size and depth. Any version but 2 is refused with `invalid_x402_version`.
 */
export function parsePaymentPayloadObject(value: unknown): ParsedPayload {
  if (hasOtherVersion(value)) return refusal(reasons.invalidX402Version, 'Expected x402Version 2.')
  const result = paymentPayloadSchema.safeParse(value)
  if (!result.success) return refusal(reasons.invalidPayload, describeIssue(result.error))
  return { ok: true, payload: result.data }
}

const hasOtherVersion = (value: unknown) =>
  isRecord(value) && typeof value.x402Version === 'number' && value.x402Version !== X402_VERSION

const refusal = (reason: PayloadReason, message: string): PayloadRefusal => ({ ok: false, reason, message })

/** First problem only: the path is ours, so it cannot repeat a signed value. */
function describeIssue(error: ZodError): string {
  const issue = error.issues[0]
  const path = issue?.path.join('.').slice(0, 100) ?? ''
  return `${path === '' ? 'payload' : path}: ${issue?.message ?? 'not as expected'}`
}

export {
  declarePaymentIdentifierExtension as declarePaymentIdentifier,
  PAYMENT_IDENTIFIER as PAYMENT_IDENTIFIER_EXTENSION,
}

/** The info of an extension that a payment echoes; null where there is none that can be read. */
export function echoedInfo({ extensions }: Pick<PaymentPayload, 'extensions'>, key: string) {
  const extension = extensions && Object.hasOwn(extensions, key) ? extensions[key] : null
  return isRecord(extension) && isRecord(extension.info) ? extension.info : null
}

type PaymentIdentifier = { ok: true; id: string | null } | { ok: false }

/**
 * The buyer's own name for this payment: 16 to 128 letters, digits, hyphens and underscores; null without one.
 * It is not signed, so it must be scoped to route and payer wherever it is used.
 * The schema that a buyer may send along is never compiled, unlike in the SDK.
 */
export function readPaymentIdentifier(payload: PaymentPayload): PaymentIdentifier {
  const extensions = payload.extensions ?? {}
  const extension = Object.hasOwn(extensions, PAYMENT_IDENTIFIER) ? extensions[PAYMENT_IDENTIFIER] : undefined
  if (extension === undefined) return { ok: true, id: null }
  if (!isRecord(extension) || !isRecord(extension.info)) return { ok: false }
  const { id } = extension.info
  if (id === undefined) return { ok: true, id: null }
  return typeof id === 'string' && isValidPaymentId(id) ? { ok: true, id } : { ok: false }
}
