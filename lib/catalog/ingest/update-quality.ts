import type { DatabaseTransaction } from '@/lib/infra/database'
import { indexDocuments, rankingOf } from './index-documents'
import { rowsSql } from './insert-sql'

/**
 * Brings what search ranks by up to date after use was counted. Words stay as they are; only an entry that search
 * trusts more or less than before is indexed anew.
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
    update catalog_documents document set quality = row.quality, is_suspect = row.is_suspect, is_newcomer = row.is_newcomer,
      organic_payers = row.organic_payers, organic_count = row.organic_count, last_updated_at = row.last_updated_at
    from ${rowsSql('catalog_documents', rows)} row join catalog_documents before on before.entry_id = row.entry_id
    where document.entry_id = row.entry_id
    returning document.entry_id as id,
      before.is_suspect <> row.is_suspect or before.is_newcomer <> row.is_newcomer as "isTurned"`
  await indexDocuments(
    tx,
    documents.filter(({ isTurned }) => isTurned).map(({ id }) => id),
    now,
  )
}
