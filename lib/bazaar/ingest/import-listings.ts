import { type Database, sql } from '@/lib/base/infra/database'
import type { EntryDraft } from '../entry/draft'
import { payToIdentity } from '../entry/entry-key'
import type { CatalogDeps, Sale } from '../ports'
import { excludedSql, insertSql, inTransaction } from './catalog-sql'
import { parseListing } from './parse-listing'
import type { RouteNote } from './sale-note'
import { type ListedDraft, type Provenance, saveEntries } from './save-entries'

export type ImportSource = {
  label: string
  /** True for a snapshot that the project ships, whose dates are believed; false for a fetched list. */
  areDatesTrusted: boolean
}

type ImportReport = { listed: number; refused: number }

const BATCH = 200

/**
 * Imports another catalog's list. Every row is either listed, as imported and unverified, or refused;
 * no row stops the others. Safe to repeat.
 */
export async function importListings(
  database: Database,
  listings: unknown[],
  source: ImportSource,
  now: Date,
): Promise<ImportReport> {
  const report = { listed: 0, refused: 0 }
  for (let start = 0; start < listings.length; start += BATCH) {
    const items: ListedDraft[] = []
    for (const listing of listings.slice(start, start + BATCH)) {
      const parsed = parseListing(listing)
      if (parsed.ok) items.push({ draft: parsed.draft, provenance: provenanceOf(parsed.draft, source) })
      else report.refused += 1
    }
    await saveEntries(database, items, now)
    report.listed += items.length
  }
  return report
}

const provenanceOf = ({ lastUpdated }: EntryDraft, { label, areDatesTrusted }: ImportSource): Provenance => ({
  source: 'imported',
  sourceLabel: label,
  verification: 'unverified',
  ...(areDatesTrusted && lastUpdated && { firstSeenAt: lastUpdated }),
})

/**
 * Queues paid resources until the worker has probed them, with the payments to count once they are listed. A newer
 * payment makes the probe due at once.
 */
export async function queueListings(
  { database, clock }: CatalogDeps,
  noted: { sale: Sale; note: RouteNote }[],
): Promise<void> {
  if (noted.length === 0) return
  const now = clock()
  const newest = [...new Map(noted.map(({ note }) => [note.key, note])).values()]
  const listings = newest
    .map(({ key, url, method }) => ({ key, url, method, dueAt: now, queuedAt: now, state: 'waiting' }))
    // One order for all writers, so that two of them never wait for each other.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const sales = noted.map(({ sale: { key, ...sale }, note }) => ({
    authorizationKey: key,
    listingKey: note.key,
    network: sale.network,
    payer: payToIdentity(sale.network, sale.payer),
    payTo: payToIdentity(sale.network, sale.payTo),
    amountAtomic: sale.amountAtomic,
    isOrganic: false,
    settledAt: sale.settledAt,
  }))
  await inTransaction(database, async (tx) => {
    await tx.execute(sql`
      ${insertSql('catalog_pending_listings', listings)}
      ON CONFLICT (key) DO UPDATE SET ${excludedSql<(typeof listings)[number]>('url', 'method', 'dueAt', 'state')},
        reason = NULL, attempts = 0`)
    await tx.execute(sql`${insertSql('catalog_settlements', sales)} ON CONFLICT DO NOTHING`)
  })
}
