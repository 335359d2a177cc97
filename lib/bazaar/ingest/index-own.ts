import { sql } from '@/lib/base/infra/database'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import type { CatalogDeps } from '../ports'
import { inTransaction } from './catalog-sql'
import { type DraftOutcome, draftFromChallenge } from './draft-from-challenge'
import { saveEntries } from './save-entries'

/**
 * Lists a route or an MCP tool of this site with all of its options, before its first payment. It is already proven:
 * its terms are the ones that the gate itself answers with. Without a `bazaar` declaration it is not listed.
 */
export async function indexOwn(deps: CatalogDeps, terms: RouteTerms): Promise<ListingOutcome> {
  const { url } = terms.challenge.resource
  const outcome = draftOwn(terms)
  if (!outcome.ok) return outcome
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
    for (const { id } of gone) await tx.execute(sql`DELETE FROM catalog_documents WHERE entry_id = ${id}`)
  })
}

export async function listedOwnTools({ database }: CatalogDeps): Promise<{ key: string; toolName: string }[]> {
  const rows = await database.catalogEntry.findMany({
    where: { type: 'mcp', source: 'own', status: 'listed' },
    select: { key: true, toolName: true },
  })
  return rows.map(({ key, toolName }) => ({ key, toolName: toolName ?? '' })) // Tools are listed by their name.
}

/** The listing draft of a route or an MCP tool of this site, which may be on a private machine, such as the demo's. */
export function draftOwn({ method, challenge }: RouteTerms): DraftOutcome {
  const { url } = challenge.resource
  const outcome = draftFromChallenge({ ...challenge }, { url, method, allowLoopback: true })
  if (!outcome.ok || outcome.draft.type === 'http') return outcome
  // Callers of a tool use no other extension.
  const { bazaar } = outcome.draft.extensions ?? {}
  return { ...outcome, draft: { ...outcome.draft, extensions: { bazaar } } }
}
