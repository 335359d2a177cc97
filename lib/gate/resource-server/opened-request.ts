import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import type { Right } from '@/lib/payments/right'
import type { Entitlement } from '@/lib/payments/settling-note'
import type { CompiledRoute } from './compiled-route'
import type { RequestBody } from './request-body'

/** A request matched to its route, with its canonical resource. */
export type OpenedRequest = {
  route: CompiledRoute
  request: Request
  isHead: boolean
  params: Record<string, string>
  /** Ours, canonical: public origin, concrete path, the query parameters that count. */
  resourceUri: ResourceUri
  /** What the challenge calls the resource: the seller's own name for it, else the resource URI. */
  resourceUrl: string
  /** What a wallet that has paid may open by signing in. */
  right: Right
  /** What a payment that settles now grants beyond its own answer. */
  entitlement: Entitlement
  signInTerms: () => SignInTerms
  body: RequestBody
  /** Equal for two requests that ask for the same thing: method, resource and the body's mark. */
  fingerprint: () => Promise<string>
  /** How payments from before undeclared query parameters counted are kept for this request. */
  earlier: { resourceUri: ResourceUri; fingerprint: () => Promise<string> }
}
