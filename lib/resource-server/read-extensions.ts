import { containsDeclared } from '@/lib/x402/match-requirements'
import {
  declarePaymentIdentifier,
  PAYMENT_IDENTIFIER_EXTENSION,
  readPaymentIdentifier as readIdentifier,
} from '@/lib/x402/payment-identifier'
import { reasons } from '@/lib/x402/reasons'
import type { PaymentPayload } from '@/lib/x402/wire'
import type { OpenedRequest } from './open-request'
import type { RouteConfig } from './route-config'

/** Wire shapes of the extensions that a route declares by name alone. */
export function declareExtensions(config: RouteConfig): Record<string, unknown> {
  const declared = config.extensions?.[PAYMENT_IDENTIFIER_EXTENSION]
  return declared ? { [PAYMENT_IDENTIFIER_EXTENSION]: declarePaymentIdentifier(declared.required ?? false) } : {}
}

/** Why the extensions that a payment echoes are not the ones that we declared; null when they are, or are absent. */
export function findEchoFault(opened: OpenedRequest, payload: PaymentPayload): string | null {
  const echoed = payload.extensions as Record<string, unknown> | undefined
  const declared = { ...opened.route.extensions }
  const bazaar = opened.route.buildBazaar?.(opened.params)
  if (bazaar) declared.bazaar = bazaar
  if (!containsDeclared(echoed, declared)) return reasons.extensionEchoMismatch
  const declaration = opened.route.config.extensions?.[PAYMENT_IDENTIFIER_EXTENSION]
  if (!declaration) return null
  const identifier = readIdentifier(payload)
  if (!identifier.ok) return reasons.invalidPayload
  return identifier.id === null && declaration.required ? 'payment_identifier_required' : null
}

/** The buyer's own name for this payment, where the route declares the extension; null otherwise. */
export function readPaymentIdentifier(opened: OpenedRequest, payload: PaymentPayload): string | null {
  if (!opened.route.config.extensions?.[PAYMENT_IDENTIFIER_EXTENSION]) return null
  const identifier = readIdentifier(payload)
  return identifier.ok ? identifier.id : null
}

const PLAUSIBLE_MS = 24 * 60 * 60 * 1000

/**
 * When the buyer was challenged, as the sign-in challenge that it echoes says; for the timeline only. It is the buyer's
 * word: null for a time more than a day from `now`, which may be one that no database can store.
 */
export function readChallengedAt(payload: PaymentPayload, now: Date): Date | null {
  const issuedAt = infoOf(payload, 'sign-in-with-x')?.issuedAt
  const time = typeof issuedAt === 'string' ? Date.parse(issuedAt) : Number.NaN
  return Math.abs(time - now.getTime()) <= PLAUSIBLE_MS ? new Date(time) : null
}

function infoOf(payload: PaymentPayload, key: string): Record<string, unknown> | null {
  const extensions = payload.extensions as Record<string, { info?: Record<string, unknown> } | undefined> | undefined
  const info = extensions && Object.hasOwn(extensions, key) ? extensions[key]?.info : undefined
  return typeof info === 'object' && info !== null ? info : null
}
