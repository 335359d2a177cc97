import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { CatalogEntry } from '@/lib/base/infra/generated/prisma/client'
import { parseLookOuts } from '../entry/look-outs'
import { indexDocuments, rankingOf } from './index-documents'
import { rowsSql } from './insert-sql'
import { isSelfPaid } from './look-outs/find-look-outs'

/**
 * Updates search's ranking facts after use was counted. Words stay unchanged; only an entry that search trusts more or
 * less than before is looked at and indexed again.
 */
export async function updateQuality(tx: DatabaseTransaction, entryIds: bigint[], now: Date): Promise<void> {
  if (entryIds.length === 0) return
  const entries = await tx.catalogEntry.findMany({
    where: { id: { in: entryIds }, status: 'listed' },
    include: { options: { orderBy: { position: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  const rows = entries.map((entry) => ({
    ...{ entryId: entry.id, lastUpdatedAt: entry.lastUpdatedAt },
    ...rankingOf(entry, now),
  }))
  const documents = await tx.$queryRaw<{ id: bigint; isTurned: boolean }[]>`
    UPDATE catalog_documents document SET quality = row.quality, is_suspect = row.is_suspect, trust = row.trust, is_newcomer = row.is_newcomer,
      organic_payers = row.organic_payers, organic_count = row.organic_count, last_updated_at = row.last_updated_at
    FROM ${rowsSql('catalog_documents', rows)} row JOIN catalog_documents before ON before.entry_id = row.entry_id
    WHERE document.entry_id = row.entry_id
    RETURNING document.entry_id AS id,
      before.is_suspect <> row.is_suspect OR before.is_newcomer <> row.is_newcomer AS "isTurned"`
  const turned = documents.filter(({ isTurned }) => isTurned).map(({ id }) => id)
  await indexDocuments(tx, [...turned, ...entries.filter(isDueForALook).map(({ id }) => id)], now)
}

/** Payments decide these look-outs at once; others wait for the daily look. */
function isDueForALook(entry: CatalogEntry): boolean {
  const kinds = parseLookOuts(entry.lookOuts).lookOuts.map(({ kind }) => kind)
  return kinds.includes('self_paid') !== isSelfPaid(entry) || (kinds.includes('decoy_price') && entry.organicCount > 0)
}
