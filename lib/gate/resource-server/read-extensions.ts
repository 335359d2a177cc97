import { containsDeclared } from '@/lib/base/x402/match-requirements'
import {
  declarePaymentIdentifier,
  echoedInfo,
  PAYMENT_IDENTIFIER_EXTENSION,
  readPaymentIdentifier as readIdentifier,
} from '@/lib/base/x402/payment-payload'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { OpenedRequest } from './gate'
import type { RouteConfig } from './route-config'

/** Every paid route offers payment identifiers: with one, a lost answer can be fetched again. */
export function declareExtensions({ extensions }: RouteConfig): Record<string, unknown> {
  return { [PAYMENT_IDENTIFIER_EXTENSION]: declarePaymentIdentifier(requiresIdentifier({ extensions })) }
}

export const requiresIdentifier = ({ extensions }: Pick<RouteConfig, 'extensions'>): boolean =>
  extensions?.[PAYMENT_IDENTIFIER_EXTENSION]?.required ?? false

/** Why the extensions that a payment echoes differ from our declared ones; null when they match or are absent. */
export function findEchoFault(opened: OpenedRequest, payload: PaymentPayload): string | null {
  const echoed = payload.extensions as Record<string, unknown> | undefined
  const declared = { ...opened.route.extensions }
  const bazaar = opened.route.buildBazaar?.(opened.params)
  if (bazaar) declared.bazaar = bazaar
  if (!containsDeclared(echoed, declared)) return reasons.extensionEchoMismatch
  const identifier = readIdentifier(payload)
  if (!identifier.ok) return reasons.invalidPayload
  return identifier.id === null && requiresIdentifier(opened.route.config) ? 'payment_identifier_required' : null
}

/** Names who is credited with a transaction, by words in its data. */
const BUILDER_CODE = 'builder-code'

/** The payment without a builder code that the route does not declare: a buyer must not write into its transaction. */
export function withoutUndeclaredCode({ route }: OpenedRequest, payload: PaymentPayload): PaymentPayload {
  const { extensions } = payload
  if (!extensions || !Object.hasOwn(extensions, BUILDER_CODE) || Object.hasOwn(route.extensions, BUILDER_CODE)) {
    return payload
  }
  const { [BUILDER_CODE]: _undeclared, ...others } = extensions
  return { ...payload, extensions: others }
}

export function readPaymentIdentifier(payload: PaymentPayload): string | null {
  const identifier = readIdentifier(payload)
  return identifier.ok ? identifier.id : null
}

const PLAUSIBLE_MS = 24 * 60 * 60 * 1000

/**
 * The time of the buyer's challenge, from the sign-in challenge that it echoes; only for the timeline. The buyer could
 * invent it: null for a time more than a day from `now`, which no database may be able to store.
 */
export function readChallengedAt(payload: PaymentPayload, now: Date): Date | null {
  const issuedAt = echoedInfo(payload, 'sign-in-with-x')?.issuedAt
  const time = typeof issuedAt === 'string' ? Date.parse(issuedAt) : Number.NaN
  return Math.abs(time - now.getTime()) <= PLAUSIBLE_MS ? new Date(time) : null
}
