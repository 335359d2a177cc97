import { parseBazaarExtension, type Discovery } from '@/lib/x402/parse-bazaar-extension'
import type { ExtensionResponses, PaymentPayload, PaymentRequirements, SettleResponse } from '@/lib/x402/wire'
import type { EntryDraft } from './draft'
import { httpIdentity, mcpIdentity } from './entry-key'
import { payToIdentity } from './index-documents'
import { fitsTemplate } from './draft-from-challenge'
import { parseListing } from './parse-listing'
import type { CatalogDeps } from './ports'
import { recordSettlement } from './record-settlement'
import { cleanObject, isObject } from './sanitise'
import { saveEntries } from './save-entries'
import { queueListing } from './pending-listings'
import type { ListingOutcome } from './probe-resource'

export type Settled = {
  paymentPayload: PaymentPayload
  paymentRequirements: PaymentRequirements
  response: SettleResponse
}

/**
 * Told of a settled payment, lists what was sold. Answers the `EXTENSION-RESPONSES` of the settlement: `success` for
 * what is listed already or sold here, `processing` while the live resource is asked, `rejected` with what to mend.
 * Null when the payment does not carry `bazaar` or names no resource. Never throws: listing must not touch a payment.
 */
export async function indexSettlement(deps: CatalogDeps, settled: Settled): Promise<ExtensionResponses | null> {
  const extension = settled.paymentPayload.extensions?.bazaar
  if (!settled.response.success || settled.response.transaction === '') return null
  try {
    if (extension === undefined) {
      await attribute(deps, settled)
      return null
    }
    return { bazaar: toResponse(await index(deps, settled, extension)) }
  } catch (error) {
    deps.log.error({ err: error }, 'a settled resource could not be listed')
    return extension === undefined ? null : { bazaar: { status: 'processing' } }
  }
}

const toResponse = (outcome: ListingOutcome): Record<string, unknown> =>
  outcome.status === 'rejected'
    ? { status: 'rejected', rejectedReason: outcome.rejectedReason }
    : { status: outcome.status }

const rejected = (code: string, rejectedReason: string): ListingOutcome => ({
  status: 'rejected',
  code,
  rejectedReason,
})

async function index(deps: CatalogDeps, settled: Settled, extension: unknown): Promise<ListingOutcome> {
  const parsed = parseBazaarExtension(extension)
  if (!parsed.ok) return rejected('bazaar_invalid', parsed.reason)
  const resource = settled.paymentPayload.resource?.url
  if (typeof resource !== 'string') return rejected('resource_missing', 'The payment names no resource.url to list.')
  return parsed.discovery.type === 'mcp'
    ? indexTool(deps, settled, parsed.discovery, resource)
    : indexRoute(deps, settled, parsed.discovery, resource)
}

/** The live resource decides what is listed; the buyer's copy only says where to look. */
async function indexRoute(
  deps: CatalogDeps,
  settled: Settled,
  discovery: Extract<Discovery, { type: 'http' }>,
  resource: string,
): Promise<ListingOutcome> {
  const method = discovery.method ?? 'GET'
  const url = URL.parse(resource)
  const template = discovery.routeTemplate
  if (url && template !== null && !fitsTemplate(url.pathname, template))
    return rejected('bazaar_differs', 'The resource does not fit its routeTemplate.')
  const outcome = httpIdentity(resource, { method, template, allowLoopback: deps.reach === 'loopback' })
  if (!outcome.ok) return rejected(outcome.refusal.reason, outcome.refusal.message)
  const known = await findListed(deps, outcome.identity.key)
  if (known?.status === 'delisted')
    return rejected('delisted', 'The owner delisted this resource. The payTo wallet can list it again.')
  if (
    known?.status === 'listed' &&
    known.verification === 'live' &&
    hasTerms(known.options, settled.paymentRequirements)
  ) {
    await recordSettlement(deps, { ...settled, entryId: known.id })
    return { status: 'success', key: known.key }
  }
  await queueListing(deps, {
    key: outcome.identity.key,
    resource: outcome.identity.resource,
    host: outcome.identity.host,
    url: resource,
    method,
    settled,
  })
  return { status: 'processing' }
}

/**
 * A tool cannot be asked at its identifier; the settled payment itself proves the price and the payee. The first to
 * be paid under an identifier keeps it.
 */
async function indexTool(
  deps: CatalogDeps,
  settled: Settled,
  discovery: Extract<Discovery, { type: 'mcp' }>,
  resource: string,
): Promise<ListingOutcome> {
  const outcome = mcpIdentity(resource, discovery.toolName, deps.reach === 'loopback')
  if (!outcome.ok) return rejected(outcome.refusal.reason, outcome.refusal.message)
  const draft = toolDraft(settled, discovery, resource, outcome.identity)
  if (typeof draft === 'string') return rejected('no_payable_option', draft)
  const { key } = outcome.identity
  if (await deps.sellers?.isSuspended({ key, toolName: discovery.toolName }))
    return rejected('suspended', 'Those who run this site have suspended this tool.')
  const known = await findListed(deps, key)
  if (known?.status === 'delisted')
    return rejected('delisted', 'The owner delisted this tool. The payTo wallet can list it again.')
  if (known && known.source !== 'imported' && !paysSame(known.options, settled.paymentRequirements)) {
    return rejected(
      'identifier_taken',
      'Another seller lists a tool under this identifier. Use the address of your MCP server as resource.url.',
    )
  }
  const provenance = { source: 'settled' as const, sourceLabel: 'settlement', verification: 'live' as const }
  const [saved] = await saveEntries(deps.database, [{ draft, provenance }], deps.clock())
  const entryId = saved?.id ?? known?.id
  if (entryId !== undefined) await recordSettlement(deps, { ...settled, entryId })
  return { status: 'success', key: draft.key }
}

function toolDraft(
  settled: Settled,
  discovery: Extract<Discovery, { type: 'mcp' }>,
  resource: string,
  identity: { key: string; resource: string; host: string },
): EntryDraft | string {
  const { resource: info } = settled.paymentPayload
  const listing = {
    ...(isObject(info) ? info : {}),
    resource,
    type: 'mcp',
    toolName: discovery.toolName,
    x402Version: 2,
    accepts: [settled.paymentRequirements],
    description: info?.description ?? discovery.input.description,
    discoveryInfo: { input: discovery.input, output: discovery.output },
    extensions: { bazaar: cleanObject(settled.paymentPayload.extensions?.bazaar) ?? {} },
  }
  const parsed = parseListing(listing, { allowLoopback: true })
  return parsed.ok ? { ...parsed.draft, ...identity } : parsed.refusal.message
}

const findListed = ({ database }: CatalogDeps, key: string) =>
  database.catalogEntry.findUnique({ where: { key }, include: { options: true } })

type Terms = { network: string; scheme: string; asset: string | null; payTo: string | null }

const hasTerms = (options: Terms[], { network, scheme, asset, payTo }: PaymentRequirements): boolean =>
  options.some(
    (option) =>
      option.scheme === scheme &&
      option.asset?.toLowerCase() === asset.toLowerCase() &&
      isPayee(option, network, payTo),
  )

const paysSame = (options: Terms[], { network, payTo }: PaymentRequirements): boolean =>
  options.some((option) => isPayee(option, network, payTo))

const isPayee = (option: Terms, network: string, payTo: string): boolean =>
  option.network === network &&
  option.payTo !== null &&
  payToIdentity(network, option.payTo) === payToIdentity(network, payTo)

/** A payment without `bazaar` still counts for what is listed, when resource and payee are an entry's. */
async function attribute(deps: CatalogDeps, settled: Settled): Promise<void> {
  const resource = settled.paymentPayload.resource?.url
  const outcome = typeof resource === 'string' ? httpIdentity(resource, { method: null, allowLoopback: true }) : null
  if (!outcome?.ok) return
  const entries = await deps.database.catalogEntry.findMany({
    where: { resource: outcome.identity.resource, status: 'listed' },
    include: { options: true },
    take: 10,
  })
  const entry = entries.find(({ options }) => paysSame(options, settled.paymentRequirements))
  if (entry) await recordSettlement(deps, { ...settled, entryId: entry.id })
}
