import { inEnglish } from '@/lib/base/sentences/in-english'
import { findJsonFault, recordOf } from '@/lib/base/x402/header-codec'
import { type Discovery, parseBazaarExtension } from '@/lib/base/x402/parse-bazaar-extension'
import type { ExtensionResponses, PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { httpIdentity, mcpIdentity } from '../entry/entry-key'
import { type ListingOutcome, type Rejected, rejected } from '../entry/listing-outcome'
import { cleanObject } from '../entry/sanitise'
import type { CatalogDeps } from '../ports'
import type { createKnownOutcomes } from './create-known-outcomes'
import { fitsTemplate } from './draft-from-challenge'
import { parseTool, type RouteNote, type SaleNote, type ToolNote } from './sale-note'

export type SaleRequest = { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements }

export type SaleReading = {
  /** Stored until the payment has settled and the catalog has counted it; null when there is nothing to learn. */
  note: object | null
  /**
   * The `EXTENSION-RESPONSES` of the payment once it has settled: `rejected` with what to correct, `success` for a
   * listed entry, `processing` for work in the background. Null without `bazaar`. Writes nothing and never throws.
   */
  responses: () => Promise<ExtensionResponses | null>
}

type NoteOutcome = { note: RouteNote | ToolNote } | Rejected

const MAX_URL_LENGTH = 2_048
const MAX_NOTE_CHARACTERS = 48_000

/** Reads what a payment claims to buy, without any request. Never throws: listing must not affect a payment. */
export function readSale(
  deps: CatalogDeps,
  findOutcome: ReturnType<typeof createKnownOutcomes>,
  request: SaleRequest,
): SaleReading {
  const extension = request.paymentPayload.extensions?.bazaar
  try {
    if (extension === undefined) return { note: readPlain(request), responses: async () => null }
    const found = read(deps, request, extension)
    if ('status' in found) return { note: null, responses: async () => toResponses(found) }
    const responses = async () => toResponses(await findOutcome(found.note, request.paymentRequirements))
    return { note: found.note, responses }
  } catch (error) {
    deps.log.error({ err: error }, 'a payment could not be read for the catalog')
    // Reading makes no request, so it would fail again: there is nothing to wait for.
    return { note: null, responses: async () => (extension === undefined ? null : toResponses(unreadable)) }
  }
}

const unreadable = rejected('unreadable', 'What the payment says that it buys cannot be read here.')

const toResponses = (outcome: ListingOutcome): ExtensionResponses => ({
  bazaar:
    outcome.status === 'rejected'
      ? { status: 'rejected', rejectedReason: inEnglish(outcome.why) }
      : { status: outcome.status },
})

function read(deps: CatalogDeps, request: SaleRequest, extension: unknown): NoteOutcome {
  const parsed = parseBazaarExtension(extension)
  if (!parsed.ok) return rejected('bazaar_invalid', parsed.reason)
  const resource = request.paymentPayload.resource?.url
  if (typeof resource !== 'string') return rejected('resource_missing', 'The payment names no resource.url to list.')
  if (resource.length > MAX_URL_LENGTH) return rejected('resource_invalid', 'A resource.url may have 2,048 characters.')
  return parsed.discovery.type === 'mcp'
    ? readTool(deps, request, parsed.discovery, resource)
    : readRoute(deps, parsed.discovery, resource)
}

/** The live resource decides what is listed; the buyer's copy only says where to look. */
function readRoute(deps: CatalogDeps, discovery: Extract<Discovery, { type: 'http' }>, resource: string): NoteOutcome {
  const method = discovery.method ?? 'GET'
  const url = URL.parse(resource.trim())
  const template = discovery.routeTemplate
  if (url && template !== null && !fitsTemplate(url.pathname, template))
    return rejected('bazaar_differs', 'The resource does not fit its routeTemplate.')
  const outcome = httpIdentity(resource, { method, template, allowLoopback: deps.reach === 'loopback' })
  if (!outcome.ok) return outcome
  return { note: { type: 'http', ...outcome.identity, url: url?.href ?? resource, method } }
}

/** A tool cannot be asked at its identifier; the settled payment itself proves the price and the payee. */
function readTool(
  deps: CatalogDeps,
  { paymentPayload, paymentRequirements }: SaleRequest,
  { toolName, input, output }: Extract<Discovery, { type: 'mcp' }>,
  resource: string,
): NoteOutcome {
  const outcome = mcpIdentity(resource, toolName, deps.reach === 'loopback')
  if (!outcome.ok) return outcome
  const info: Record<string, unknown> = recordOf(paymentPayload.resource)
  const { description = input.description, mimeType, serviceName, tags, iconUrl } = info
  const listing = {
    resource,
    type: 'mcp',
    toolName,
    x402Version: paymentPayload.x402Version,
    accepts: [paymentRequirements],
    description,
    mimeType,
    serviceName,
    tags,
    iconUrl,
    discoveryInfo: { input, output },
    extensions: { bazaar: cleanObject(paymentPayload.extensions?.bazaar) ?? {} },
  }
  const note = { type: 'mcp' as const, ...outcome.identity, toolName, listing }
  if (findJsonFault(note) || JSON.stringify(note).length > MAX_NOTE_CHARACTERS)
    return rejected('too_large', 'The payment says more of its tool than can be kept.')
  const parsed = parseTool(note)
  return parsed.ok ? { note } : parsed
}

function readPlain({ paymentPayload }: SaleRequest): SaleNote | null {
  const resource = paymentPayload.resource?.url
  if (typeof resource !== 'string' || resource.length > MAX_URL_LENGTH) return null
  const outcome = httpIdentity(resource, { method: null, allowLoopback: true })
  return outcome.ok ? { type: 'plain', resource: outcome.identity.resource } : null
}
