import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import type { Right } from '@/lib/payments/right'
import type { Entitlement } from '@/lib/payments/settling-note'
import type { CompiledRoute } from './compiled-route'

/** The body of a request, which a route either reads whole before it works, or passes on as it comes. */
export type RequestBody = {
  /** Resolves to whether the route accepts its size, as far as that is known before it is passed on. */
  fits(): Promise<boolean>
  /** For the handler: the bytes, or a stream that can be taken once. Null without a body, and where it is too large. */
  open(): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>
  /** Tells it apart from other bodies: its bytes, or the sender's description of a body that is not read here. */
  mark(): Promise<Uint8Array | string>
  /** True if equal marks mean equal bodies. */
  isTold: boolean
}

export type OpenedRequest = {
  route: CompiledRoute
  /** In the time of `performance.now`. */
  startedAt: number
  facts: PaymentFacts
  request: Request
  isHead: boolean
  params: Record<string, string>
  /** Ours, canonical: public origin, concrete path, the query parameters that count. */
  resourceUri: ResourceUri
  /** The resource's name in the challenge: the seller's own name for it, else the resource URI. */
  resourceUrl: string
  right: Right
  /** Rights that a payment settled now gives beyond its own answer. */
  entitlement: Entitlement
  /** At the address of the right; null where the route offers no sign-in. */
  signInTerms: SignInTerms | null
  body: RequestBody
  /** Equal for two requests for the same thing: method, resource and the body's mark. */
  fingerprint: () => Promise<string>
}

/** Facts about a payment that became known while its request was answered. */
type PaymentFacts = {
  paymentId?: string
  network?: string
  scheme?: string
  /** Why the handler's answer was not worth its price. */
  handlerReason?: string
  /** The status that the seller's own server answered with, where a route asks one. */
  upstreamStatus?: number
  /** How a success is called: of a payment that was made before, or of a voucher for a running stream. */
  settledAs?: 'settled' | 'repeated' | 'continued'
  /** The answer is a stream, whose end writes the line. */
  isStream?: boolean
}
