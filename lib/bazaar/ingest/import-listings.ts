import type { Database } from '@/lib/base/infra/database'
import type { EntryDraft } from '../entry/draft'
import { parseListing } from './parse-listing'
import { type ListedDraft, type Provenance, saveEntries } from './save-entries'

export type ImportSource = {
  label: string
  /** True for a snapshot that the project ships, whose dates are believed; false for a fetched list. */
  areDatesTrusted: boolean
}

export type ImportReport = { listed: number; refused: Record<string, number> }

const BATCH = 200

/**
 * Imports another catalog's list. Every row is either listed, as imported and unverified, or refused with its reason;
 * no row stops the others. Safe to repeat.
 */
export async function importListings(
  database: Database,
  listings: unknown[],
  source: ImportSource,
  now: Date,
): Promise<ImportReport> {
  const report: ImportReport = { listed: 0, refused: {} }
  for (let start = 0; start < listings.length; start += BATCH) {
    const items: ListedDraft[] = []
    for (const listing of listings.slice(start, start + BATCH)) {
      const parsed = parseListing(listing)
      if (parsed.ok) items.push({ draft: parsed.draft, provenance: provenanceOf(parsed.draft, source) })
      else report.refused[parsed.reason] = (report.refused[parsed.reason] ?? 0) + 1
    }
    await saveEntries(database, items, now)
    report.listed += items.length
  }
  return report
}

const provenanceOf = ({ lastUpdated }: EntryDraft, { label, areDatesTrusted }: ImportSource): Provenance => ({
  ...{ source: 'imported', sourceLabel: label, verification: 'unverified' },
  ...(areDatesTrusted && lastUpdated && { firstSeenAt: lastUpdated }),
})
