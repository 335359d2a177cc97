import { createHash } from 'node:crypto'
import { once } from '@/lib/base/chains/once'
import { readBytes, readContentLength, uploadOf } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import {
  canonicalResourceUri,
  MAX_RESOURCE_URI_CHARACTERS,
  type ResourceUri,
  toolResourceUri,
} from '@/lib/base/x402/resource-uri'
import { type CanonicalPath, matchRequestPath } from '@/lib/base/x402/route-pattern'
import type { LedgerRow } from '@/lib/payments/ledger'
import { type Right, rightOf, sharedRight } from '@/lib/payments/right'
import type { Entitlement } from '@/lib/payments/settling-note'
import type { Gate, OpenedRequest, RequestBody } from './gate'
import { notFound, problemResponse } from './problem'
import type { CompiledRoute } from './route-config'

/** Opens a request whose method was matched before; answers one whose path is not the route's or too long to store. */
export function openRequest(gate: Gate, route: CompiledRoute, request: Request): OpenedRequest | Response {
  const url = new URL(request.url)
  const matched = matchRequestPath(route.pattern, url.pathname)
  if (matched === null) {
    return notFound()
  }
  const { path, params } = matched
  const { toolName } = route.config
  const address = nameAddress(gate, route, path, url.searchParams)
  if (address.length > MAX_RESOURCE_URI_CHARACTERS) return addressTooLong(address.length)
  const resourceUri = toolName === undefined ? address : toolResourceUri(toolName)
  const right = nameRight(route, address)
  const body = (route.config.streamsUpload ? streamedBody : heldBody)(request, route.maxRequestBytes)
  return {
    route,
    startedAt: performance.now(),
    facts: {},
    request,
    isHead: request.method === 'HEAD',
    params,
    resourceUri,
    resourceUrl: route.resource.url ?? resourceUri,
    right,
    entitlement: nameEntitlement(route, right),
    // Wallets sign in to addresses of the origin that asks them, and a tool's identifier has no origin.
    signInTerms: route.signInTerms && { ...route.signInTerms, uri: right.address },
    body,
    fingerprint: once(async () => {
      const hash = createHash('sha256').update(`${route.method} ${resourceUri}\n${url.search}\n`)
      return hash.update(await body.mark()).digest('base64url')
    }),
  }
}

/** The address of what the matched route sells under a request's query. */
function nameAddress(gate: Gate, { config }: CompiledRoute, path: CanonicalPath, query: URLSearchParams): ResourceUri {
  const name = (countedQuery: readonly string[]) =>
    canonicalResourceUri({ origin: gate.publicOrigin, path, query, countedQuery })
  if (config.query === 'ignored') return name([])
  if (config.query?.length) return name(config.query)
  const address = name([...query.keys()])
  // No one was told of a limit for undeclared parameters, so a long address is named by its digest. Pairs have an
  // equals sign.
  const isLong = address.length > MAX_RESOURCE_URI_CHARACTERS
  return isLong ? (`${name([])}?sha256:${digestOf(address)}` as ResourceUri) : address
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function nameRight({ method, signIn, config: { stored } }: CompiledRoute, address: ResourceUri) {
  const shared = signIn?.resourceUri
  if (shared !== undefined) return sharedRight(shared as ResourceUri) // Checked when the route was compiled.
  return rightOf({ method, routeId: stored?.routeId }, address)
}

/** Whether a payment opens it again; where sign-in is offered only for passes, it buys one answer. */
export const givesRight = ({ signIn, config: { passSeconds, passes } }: CompiledRoute): boolean =>
  signIn !== null && (passSeconds !== undefined || !passes?.isOnlyWay)

function nameEntitlement(route: CompiledRoute, { name }: Right): Entitlement {
  const { signIn } = route
  const { passSeconds = null } = route.config
  if (!signIn || !givesRight(route)) return { entitlementUri: null, entitledSeconds: null, passSeconds: null }
  return { entitlementUri: name, entitledSeconds: passSeconds ?? signIn.entitlementSeconds ?? null, passSeconds }
}

const addressTooLong = (characters: number): Response =>
  problemResponse({
    code: 'address_too_long',
    detail: `What is sold here has an address of at most ${MAX_RESOURCE_URI_CHARACTERS} characters, counted as they are escaped; this one has ${characters}. Nothing was charged.`,
  })

function heldBody(request: Request, maxBytes: number): RequestBody {
  const bytes = once(() => readBounded(request, maxBytes))
  return {
    fits: async () => (await bytes()) !== null,
    open: bytes,
    mark: async () => (await bytes()) ?? '',
    isTold: true,
  }
}

async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readBytes(request, { maxBytes }))
  } catch (error) {
    if (isDomainError(error) && error.code === 'BODY_TOO_LARGE') return null
    throw error
  }
}

/** Passes the body to the handler unread and unstored. Fails with `BODY_TOO_LARGE` or `BODY_TOO_SLOW`. */
function streamedBody(request: Request, maxBytes: number): RequestBody {
  const stated = readContentLength(request)
  const digest = request.headers.get('content-digest')
  let isOpened = false
  return {
    fits: async () => stated === null || stated <= maxBytes,
    open: async () => {
      if (isOpened) throw new Error('A request body that is streamed can be read once.')
      isOpened = true
      return request.body && uploadOf(request.body, { maxBytes })
    },
    mark: async () => `${stated ?? ''}\n${request.headers.get('content-type') ?? ''}\n${digest ?? ''}`,
    isTold: request.body === null || digest !== null,
  }
}

export const isForRequest = async (
  { resourceUri, fingerprint }: OpenedRequest,
  row: Pick<LedgerRow, 'resourceUri' | 'requestFingerprint'>,
): Promise<boolean> => row.resourceUri === resourceUri && row.requestFingerprint === (await fingerprint())

/** True if a payment was for the requested route, and not for another that was at its address before. */
export const isOfRoute = ({ route }: OpenedRequest, row: Pick<LedgerRow, 'routeId'>): boolean =>
  row.routeId === (route.config.stored?.routeId ?? '')
