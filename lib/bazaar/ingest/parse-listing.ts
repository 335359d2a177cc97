import { isBurnAddress } from '@/lib/base/x402/addresses'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { sanitizeResourceInfo } from '@/lib/base/x402/resource-info'
import { routeMethods } from '@/lib/base/x402/route-pattern'
import { caip2Network } from '@/lib/base/x402/v1/networks'
import { microDollars } from '../entry/assets'
import type { EntryDraft, OptionDraft } from '../entry/draft'
import { httpIdentity, mcpIdentity } from '../entry/entry-key'
import { type Rejected, rejected } from '../entry/listing-outcome'
import { cleanObject, cutText } from '../entry/sanitise'

const METHODS = new Set<string>(routeMethods)
const MAX_LISTING_CHARACTERS = 200_000

export type ParsedListing = { ok: true; draft: EntryDraft } | Rejected

/**
 * Reads one item of a facilitator's list endpoint, of any generation in use: version 1 and 2 shapes,
 * `maxAmountRequired` or `amount`, `outputSchema` or `discoveryInfo`, older network names. An invalid part is dropped
 * without the rest; the listing is refused only when nothing payable or addressable is left. Never throws.
 * @param template the route template, where it has been read already
 */
export function parseListing(listing: unknown, { allowLoopback = false, template = '' } = {}): ParsedListing {
  if (!isRecord(listing)) return rejected('not_an_object', 'A listing must be a JSON object.')
  if (JSON.stringify(listing).length > MAX_LISTING_CHARACTERS)
    return rejected('too_large', 'A listing may have 200,000 characters.')
  const info = recordOf(listing.resource)
  const rawResource = typeof listing.resource === 'string' ? listing.resource : info.url
  if (typeof rawResource !== 'string' || rawResource.trim() === '')
    return rejected('resource_missing', 'The listing names no resource.')

  const problems: string[] = []
  const accepts = Array.isArray(listing.accepts) ? listing.accepts : isRecord(listing.accepts) ? [listing.accepts] : []
  const first = accepts.find(isRecord) ?? {}
  const schema = readSchema(listing, first)
  const type =
    listing.type === 'mcp' || schema.input?.type === 'mcp' || rawResource.trim().startsWith('mcp:') ? 'mcp' : 'http'
  const method = readMethod(listing.method, schema.input?.method)
  const toolName = cutText(listing.toolName ?? schema.input?.toolName ?? schema.input?.tool, 128)
  const outcome =
    type === 'mcp'
      ? mcpIdentity(rawResource, toolName, allowLoopback)
      : httpIdentity(rawResource, { method, allowLoopback, template: template || readTemplate(listing) })
  if (!outcome.ok) return outcome

  const options = parseOptions(accepts, problems)
  if (options.length === 0 && accepts.length > 0)
    return rejected('no_payment_options', 'No option in `accepts` names a scheme and a network.')
  if (options.length === 0) problems.push('payment_options_unknown')
  const metadata = cleanObject(listing.metadata) ?? {}
  const draft: EntryDraft = {
    ...outcome.identity,
    type,
    method: type === 'http' ? method : null,
    toolName: type === 'mcp' ? toolName : null,
    x402Version: listing.x402Version === 1 || listing.x402Version === 2 ? listing.x402Version : null,
    name: readName(listing.name, outcome.identity.resource),
    description: cutText(listing.description ?? info.description, 4_000) ?? cutText(first.description, 4_000),
    mimeType: cutText(listing.mimeType ?? info.mimeType ?? first.mimeType ?? metadata.mimeType, 200),
    ...readServiceMetadata(listing, info, metadata),
    options,
    input: schema.input,
    output: schema.output,
    extensions: cleanObject(listing.extensions),
    metadata,
    lastUpdated: readTime(listing.lastUpdated),
    problems,
  }
  return { ok: true, draft }
}

/** The entry's input and output; the two generations of readers find them in different places. */
function readSchema(listing: Record<string, unknown>, option: Record<string, unknown>) {
  const declared = recordOf([option.outputSchema, listing.outputSchema].find(isRecord))
  const bazaar = recordOf(recordOf(recordOf(listing.extensions).bazaar).info)
  const discovery = recordOf(listing.discoveryInfo)
  return {
    input: cleanObject(discovery.input) ?? cleanObject(bazaar.input) ?? cleanObject(declared.input),
    output: cleanObject(discovery.output) ?? cleanObject(bazaar.output) ?? cleanObject(declared.output),
  }
}

function readMethod(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    const method = typeof candidate === 'string' ? candidate.trim().toUpperCase() : ''
    if (METHODS.has(method)) return method
  }
  return null
}

function readTemplate(listing: Record<string, unknown>): string | null {
  const template = recordOf(recordOf(listing.extensions).bazaar).routeTemplate
  return typeof template === 'string' && isRouteTemplate(template) ? template : null
}

/** `:param` segments, no query, no fragment, no dot segments, no encoded tricks. */
const isRouteTemplate = (template: string): boolean =>
  template.length <= 512 &&
  /^(\/[A-Za-z0-9_~!$&'()*+,;=@.:-]+)+\/?$/.test(template) &&
  !/(^|\/)\.{1,2}(\/|$)/.test(template)

/** Null where a directory repeats the address as the name. */
function readName(value: unknown, resource: string): string | null {
  const name = cutText(value, 200)
  return name !== null && !resource.includes(name) ? name : name !== null && !/[./]/.test(name) ? name : null
}

function readServiceMetadata(
  listing: Record<string, unknown>,
  info: Record<string, unknown>,
  metadata: Record<string, unknown>,
) {
  const pick = (field: string) => listing[field] ?? info[field] ?? metadata[field]
  const said = { serviceName: pick('serviceName'), tags: pick('tags'), iconUrl: pick('iconUrl') }
  const { serviceName = null, tags = [], iconUrl = null } = sanitizeResourceInfo(said)
  return { serviceName, tags, iconUrl }
}

const EARLIEST = Date.UTC(2020, 0, 1)

/** ISO text or seconds or milliseconds since 1970; null for anything else, and before the protocol existed. */
function readTime(value: unknown): Date | null {
  const isSeconds = typeof value === 'number' && value < 100_000_000_000
  const time =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value * (isSeconds ? 1000 : 1)
        : Number.NaN
  return Number.isFinite(time) && time > EARLIEST && time < Date.UTC(2100, 0, 1) ? new Date(time) : null
}

const MAX_OPTIONS = 20
const MAX_TIMEOUT_SECONDS = 31_536_000

/**
 * The ways to pay that a listing names. One without scheme or network is dropped. A missing or malformed amount is
 * unknown, not free. `problems` gains a line for each doubt.
 */
function parseOptions(accepts: unknown[], problems: string[]): OptionDraft[] {
  const options: OptionDraft[] = []
  for (const accept of accepts.slice(0, MAX_OPTIONS)) {
    const option = isRecord(accept) ? parseOption(accept, problems) : null
    if (option !== null) options.push(option)
  }
  const payable = options.filter((option) => option.payTo !== null)
  if (payable.length > 0 && payable.length < options.length) problems.push('pay_to_missing_in_an_option')
  return payable.length > 0 ? payable : options
}

function parseOption(accept: Record<string, unknown>, problems: string[]): OptionDraft | null {
  const scheme = cutText(accept.scheme, 64)
  const network = typeof accept.network === 'string' ? caip2Network(accept.network) : null
  if (scheme === null || network === null) {
    problems.push('option_without_scheme_or_network')
    return null
  }
  const asset = cutText(accept.asset, 128)
  const amountAtomic = parseAmount(accept.amount ?? accept.maxAmountRequired)
  const payTo = readPayTo(accept.payTo)
  if (asset === null) problems.push('asset_missing')
  if (amountAtomic === null) problems.push('price_unknown')
  if (payTo === null) problems.push('pay_to_missing')
  else if (isBurnAddress(network, payTo)) problems.push('pays_to_a_burn_address')
  return {
    scheme,
    network,
    asset,
    amountAtomic,
    microDollars: microDollars(network, asset, amountAtomic),
    payTo,
    maxTimeoutSeconds: readTimeout(accept.maxTimeoutSeconds),
    extra: cleanObject(accept.extra),
  }
}

/** Decimal digits as text or a safe whole number; anything else is unknown. */
function parseAmount(value: unknown): bigint | null {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value
  return typeof digits === 'string' && /^\d{1,78}$/.test(digits) ? BigInt(digits) : null
}

/** An address or account name without placeholders such as `<your-address>`. */
function readPayTo(value: unknown): string | null {
  const payTo = cutText(value, 128)
  return payTo !== null && /^[A-Za-z0-9_:.-]+$/.test(payTo) ? payTo : null
}

const readTimeout = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_TIMEOUT_SECONDS ? value : null
