import type { Database } from '@/lib/infra/database'
import { isRecord } from '@/lib/x402/header-codec'
import { cleanText } from '../entry/sanitise'
import { parseListing } from './parse-listing'
import { saveEntries } from './save-entries'

export type ImportSource = {
  label: string
  /** Whether its dates may be believed: a snapshot that the project ships, not a list fetched from somebody. */
  areDatesTrusted: boolean
}

export type ImportReport = { listed: number; refused: Record<string, number> }

const BATCH = 200

/**
 * Lists what another catalog lists. Every row is either listed, as imported and unverified, or refused with its reason;
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
    const parsed = listings.slice(start, start + BATCH).map((listing) => ({ listing, outcome: parseListing(listing) }))
    const items = parsed.flatMap(({ outcome }) => {
      if (!outcome.ok) return []
      const firstSeenAt =
        source.areDatesTrusted && outcome.draft.lastUpdated ? { firstSeenAt: outcome.draft.lastUpdated } : {}
      return [
        {
          draft: outcome.draft,
          provenance: {
            source: 'imported' as const,
            sourceLabel: source.label,
            verification: 'unverified' as const,
            ...firstSeenAt,
          },
        },
      ]
    })
    await saveEntries(database, items, now, { isTrusted: source.areDatesTrusted })
    report.listed += items.length
    const refusals = parsed.flatMap(({ listing, outcome }) =>
      outcome.ok ? [] : [{ resource: resourceOf(listing), ...outcome.refusal }],
    )
    for (const { reason } of refusals) report.refused[reason] = (report.refused[reason] ?? 0) + 1
    await database.catalogRefusal.createMany({
      data: refusals.map((refusal) => ({ ...refusal, sourceLabel: source.label, refusedAt: now })),
      skipDuplicates: true,
    })
  }
  return report
}

const resourceOf = (listing: unknown): string => (isRecord(listing) ? (cleanText(listing.resource, 500) ?? '') : '')
