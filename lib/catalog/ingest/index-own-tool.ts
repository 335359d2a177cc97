import { parseBazaarExtension } from '@/lib/x402/parse-bazaar-extension'
import type { PaymentRequired } from '@/lib/x402/wire'
import { mcpIdentity } from '../entry/entry-key'
import { parseListing } from './parse-listing'
import type { CatalogDeps } from '../ports'
import type { ListingOutcome } from '../entry/listing-outcome'
import { saveEntries } from './save-entries'

/**
 * Lists an MCP tool of this site with all of its options, before anybody has paid for it: a settlement shows one
 * option alone. The challenge is the one that the gate itself answers with. A tool without `bazaar` is not listed.
 */
export async function indexOwnTool(
  deps: Pick<CatalogDeps, 'database' | 'clock'>,
  challenge: PaymentRequired,
): Promise<ListingOutcome> {
  const { resource, accepts, extensions } = challenge
  const parsed = parseBazaarExtension(extensions?.bazaar)
  if (!parsed.ok || parsed.discovery.type !== 'mcp') {
    return { status: 'rejected', code: 'not_discoverable', rejectedReason: 'The tool does not declare bazaar.' }
  }
  const { toolName, input, output } = parsed.discovery
  const outcome = mcpIdentity(resource.url, toolName, true)
  if (!outcome.ok) return rejected(outcome.refusal)
  const facts = { ...resource, resource: resource.url, type: 'mcp', toolName, x402Version: 2, accepts }
  const discovered = { discoveryInfo: { input, output }, extensions: { bazaar: extensions?.bazaar } }
  const listing = parseListing({ ...facts, ...discovered }, { allowLoopback: true })
  if (!listing.ok) return rejected(listing.refusal)
  const draft = { ...listing.draft, ...outcome.identity, lastUpdated: null }
  const provenance = { source: 'own' as const, sourceLabel: 'this site', verification: 'live' as const }
  await saveEntries(deps.database, [{ draft, provenance }], deps.clock())
  return { status: 'success', key: draft.key }
}

/** Tools of this site that are listed now, with the keys that `removeOwnRoute` takes. */
export async function listedOwnTools({ database }: Pick<CatalogDeps, 'database'>): Promise<OwnTool[]> {
  const rows = await database.catalogEntry.findMany({
    where: { type: 'mcp', source: 'own', status: 'listed' },
    select: { key: true, toolName: true },
  })
  return rows.map(({ key, toolName }) => ({ key, toolName: toolName ?? '' })) // Tools are listed by their name.
}

export type OwnTool = { key: string; toolName: string }

const rejected = ({ reason, message }: { reason: string; message: string }): ListingOutcome => ({
  status: 'rejected',
  code: reason,
  rejectedReason: message,
})
