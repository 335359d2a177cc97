import { createHash } from 'node:crypto'
import type { Entitlement } from '@/lib/payments/ledger'
import {
  canonicalResourceUri,
  MAX_RESOURCE_URI_CHARACTERS,
  type ResourceUri,
  toolResourceUri,
} from '@/lib/x402/resource-uri'
import { matchRequestPath } from '@/lib/x402/route-pattern'
import type { SignInTerms } from '@/lib/x402/sign-in-challenge'
import type { CompiledRoute } from './compile-route'
import type { Gate } from './gate'
import { problemResponse } from './problem'
import { heldBody, type RequestBody, streamedBody } from './request-body'

/** A request matched to its route, with its canonical resource. */
export type OpenedRequest = {
  route: CompiledRoute
  request: Request
  isHead: boolean
  params: Record<string, string>
  /** Ours, canonical: public origin, concrete path, declared query parameters. */
  resourceUri: ResourceUri
  /** What the challenge calls the resource: the seller's own name for it, else the resource URI. */
  resourceUrl: string
  /** What an entitlement is kept under: the address of the resource, or the URI that the sign-in declaration names. */
  entitlementUri: string
  /** What a payment that settles now grants beyond its own answer. */
  entitlement: Entitlement
  signInTerms: () => SignInTerms
  body: RequestBody
  /** Equal for two requests that ask for the same thing: method, resource and the body's mark. */
  fingerprint: () => Promise<string>
}

/**
 * Matches method and path, failing closed: only exactly the route's own are served, and only under an address that a
 * payment can be kept under.
 */
export function openRequest(gate: Gate, route: CompiledRoute, request: Request): OpenedRequest | Response {
  const url = new URL(request.url)
  const matched = matchRequestPath(route.pattern, url.pathname)
  if (matched === null) {
    return problemResponse({ code: 'not_found', detail: 'There is nothing at this address.' })
  }
  const { path, params } = matched
  const { toolName, query = [] } = route.config
  const address = canonicalResourceUri({
    origin: gate.publicOrigin,
    path,
    query: url.searchParams,
    declaredQuery: query,
  })
  if (address.length > MAX_RESOURCE_URI_CHARACTERS) return addressTooLong(address.length)
  const resourceUri = toolName === undefined ? address : toolResourceUri(toolName)
  // Wallets sign in to addresses of the origin that asks them, and a tool's identifier has no origin.
  const entitlementUri = route.signIn?.resourceUri ?? address
  const body = (route.config.streamsUpload ? streamedBody : heldBody)(request, route.maxRequestBytes)
  return {
    route,
    request,
    isHead: request.method === 'HEAD',
    params,
    resourceUri,
    resourceUrl: route.resource.url ?? resourceUri,
    entitlementUri,
    entitlement: route.signIn
      ? { entitlementUri, entitledSeconds: route.signIn.entitlementSeconds ?? null }
      : { entitlementUri: null, entitledSeconds: null },
    signInTerms: () => route.signInTerms(entitlementUri),
    body,
    fingerprint: once(async () => {
      const hash = createHash('sha256').update(`${route.method} ${resourceUri}\n${url.search}\n`)
      return hash.update(await body.mark()).digest('base64url')
    }),
  }
}

const addressTooLong = (characters: number): Response =>
  problemResponse({
    code: 'address_too_long',
    detail: `What is sold here has an address of at most ${MAX_RESOURCE_URI_CHARACTERS} characters, counted as they are escaped; this one has ${characters}. Nothing was charged.`,
  })

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return () => (result ??= work())
}
