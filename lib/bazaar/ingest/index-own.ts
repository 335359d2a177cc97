import { type Discovery, parseBazaarExtension } from '@/lib/base/x402/parse-bazaar-extension'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { type PaymentRequirements, X402_VERSION } from '@/lib/base/x402/wire'
import { microDollars } from '../entry/assets'
import { type EntryDraft, type OptionDraft, refuse } from '../entry/draft'
import { httpIdentity, mcpIdentity } from '../entry/entry-key'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import { cleanObject, cutText } from '../entry/sanitise'
import type { CatalogDeps } from '../ports'
import { inTransaction } from './catalog-sql'
import type { DraftOutcome } from './draft-from-challenge'
import { saveEntries } from './save-entries'

/**
 * Lists a route or an MCP tool of this site with all of its options, before its first payment. It is already proven:
 * its terms are the ones that the gate itself answers with. Without a `bazaar` declaration it is not listed.
 */
export async function indexOwn(deps: CatalogDeps, terms: RouteTerms): Promise<ListingOutcome> {
  const { url } = terms.challenge.resource
  const outcome = draftOwn(terms)
  if (!outcome.ok) return rejected(outcome.reason, outcome.message)
  if (!outcome.isOptedIn)
    return rejected('not_discoverable', 'The route does not declare bazaar with discoverable: true.')
  const { draft } = outcome
  const isRoute = draft.type === 'http'
  if (isRoute && new URL(url).origin !== deps.publicOrigin) throw new Error(`Expected a route of ${deps.publicOrigin}.`)
  const known = { source: 'own', sourceLabel: 'this site', verification: 'live' } as const
  const provenance = { ...known, ...(isRoute && { probeUrl: url }) }
  await saveEntries(deps.database, [{ draft, provenance }], deps.clock())
  return { status: 'success', key: draft.key }
}

/** Removes a route or tool of this site from the catalog, because its seller archived or hid it. */
export async function removeOwn({ database }: CatalogDeps, key: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const gone = await tx.catalogEntry.updateManyAndReturn({
      where: { key, source: 'own', status: 'listed' },
      data: { status: 'gone' },
      select: { id: true },
    })
    for (const { id } of gone) await tx.$executeRaw`DELETE FROM catalog_documents WHERE entry_id = ${id}`
  })
}

export async function listedOwnTools({ database }: CatalogDeps): Promise<{ key: string; toolName: string }[]> {
  const rows = await database.catalogEntry.findMany({
    where: { type: 'mcp', source: 'own', status: 'listed' },
    select: { key: true, toolName: true },
  })
  return rows.map(({ key, toolName }) => ({ key, toolName: toolName ?? '' })) // Tools are listed by their name.
}

/**
 * The listing draft of a route or an MCP tool of this site. Its terms are the gate's own, so their shape is trusted;
 * the seller's texts within them are cleaned like a stranger's, and the bazaar declaration has to be valid.
 */
export function draftOwn(terms: RouteTerms): DraftOutcome {
  const { resource, accepts, extensions } = terms.challenge
  const parsed = extensions?.bazaar === undefined ? null : parseBazaarExtension(extensions.bazaar)
  if (parsed && !parsed.ok) return refuse('bazaar_invalid', parsed.reason)
  const discovery = parsed?.discovery ?? null
  const named = nameOwn(terms, discovery)
  if (!named.ok) return named
  if (accepts.length === 0)
    return refuse('no_payable_option', 'No option in `accepts` has a scheme, network, amount, asset and payTo.')
  const isTool = discovery?.type === 'mcp'
  const draft: EntryDraft = {
    ...named.identity,
    type: isTool ? 'mcp' : 'http',
    method: isTool ? null : terms.method,
    toolName: isTool ? discovery.toolName : null,
    x402Version: X402_VERSION,
    name: null,
    description: cutText(resource.description, 4_000),
    mimeType: cutText(resource.mimeType, 200),
    serviceName: resource.serviceName ?? null,
    tags: resource.tags ?? [],
    iconUrl: resource.iconUrl ?? null,
    options: accepts.map(toOption),
    input: cleanObject(discovery?.input),
    output: cleanObject(discovery?.output),
    extensions: cleanObject(isTool ? { bazaar: extensions?.bazaar } : extensions),
    metadata: {},
    lastUpdated: null,
    problems: [],
  }
  return { ok: true, isOptedIn: discovery !== null, draft }
}

/** This site may be on a private machine, such as the demo's. */
function nameOwn({ method, challenge: { resource } }: RouteTerms, discovery: Discovery | null) {
  if (discovery?.type === 'mcp') return mcpIdentity(resource.url, discovery.toolName, true)
  return httpIdentity(resource.url, { method, template: discovery?.routeTemplate ?? null, allowLoopback: true })
}

function toOption(requirements: PaymentRequirements): OptionDraft {
  const { scheme, network, asset, payTo, maxTimeoutSeconds, extra } = requirements
  const amountAtomic = BigInt(requirements.amount)
  return {
    scheme,
    network,
    asset,
    payTo,
    maxTimeoutSeconds,
    amountAtomic,
    microDollars: microDollars(network, asset, amountAtomic),
    extra: cleanObject(extra),
  }
}
