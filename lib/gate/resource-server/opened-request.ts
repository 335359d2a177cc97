import type { AddressIdentity } from '@/lib/base/x402/addresses'
import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import type { Right } from '@/lib/payments/right'
import type { Entitlement } from '@/lib/payments/settling-note'
import type { CompiledRoute } from './compiled-route'
import type { PaymentFacts } from './payment-facts'
import type { RequestBody } from './request-body'

/** A purchase for another wallet, or for the one who redeems a link. `wallet`: the receiver, as rights are asked for. */
export type Gift = { identity: AddressIdentity; wallet: { scope: string; address: string }; isLink: boolean }

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
  /** The purchase is for another than its payer; null for a usual one. */
  gift: Gift | null
  signInTerms: () => SignInTerms
  body: RequestBody
  /** Equal for two requests for the same thing: method, resource and the body's mark. */
  fingerprint: () => Promise<string>
  /** Names of this request in payments from before undeclared query parameters counted. */
  earlier: { resourceUri: ResourceUri; fingerprint: () => Promise<string> }
}
