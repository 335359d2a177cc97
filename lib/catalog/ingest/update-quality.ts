import type { DatabaseTransaction } from '@/lib/infra/database'
import { indexDocuments, qualitySignalsOf } from './index-documents'
import { isNewcomer, isSuspect, quality } from './quality'

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
  const rows = entries.map((entry) => {
    const signals = qualitySignalsOf(entry)
    return {
      entry_id: entry.id.toString(),
      quality: quality(signals),
      is_suspect: isSuspect(signals),
      is_newcomer: isNewcomer(signals, now),
      organic_payers: entry.organicPayers,
      organic_count: entry.organicCount,
      last_updated_at: entry.lastUpdatedAt,
    }
  })
  const documents = await tx.$queryRaw<{ id: bigint; is_turned: boolean }[]>`
    update catalog_documents document set quality = row.quality, is_suspect = row.is_suspect, is_newcomer = row.is_newcomer,
      organic_payers = row.organic_payers, organic_count = row.organic_count, last_updated_at = row.last_updated_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(
      entry_id bigint, quality real, is_suspect bool, is_newcomer bool, organic_payers int, organic_count int,
      last_updated_at timestamptz)
    join catalog_documents before on before.entry_id = row.entry_id
    where document.entry_id = row.entry_id
    returning document.entry_id as id,
      before.is_suspect <> row.is_suspect or before.is_newcomer <> row.is_newcomer as is_turned`
  await indexDocuments(
    tx,
    documents.filter(({ is_turned }) => is_turned).map(({ id }) => id),
    now,
  )
}
