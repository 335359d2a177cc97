import type { DatabaseTransaction } from '@/lib/base/infra/database'

/** Rows of the sketch that two texts must share to be near copies, of twelve. */
const COPY_ROWS = 6
/** Entries of one host with nearly the same prose and no independent payer, from which on they look like a farm. */
const FARM_SIZE = 30

/**
 * Marks entries that search should distrust.
 * `copied`: the prose of an older entry on another host that pays another wallet. `farmed`: one of many entries of one
 * host with nearly the same prose and without an independent payer. Entries of one imported source never accuse each
 * other. Returns the entries that became `farmed` now; entries besides the given ones may be among them.
 */
export async function findSuspicions(tx: DatabaseTransaction, entryIds: bigint[]): Promise<bigint[]> {
  await tx.$executeRaw`
    WITH mine AS (
      SELECT entry.id, entry.host_group, entry.source_label, entry.source, entry.sketch, entry.prose_hash, entry.first_seen_at,
        ARRAY(SELECT lower(option.pay_to) FROM catalog_payment_options option WHERE option.entry_id = entry.id) AS payees
      FROM catalog_entries entry WHERE entry.id = ANY(${entryIds}) AND entry.sketch <> '{}'
    ), copies AS (
      SELECT DISTINCT mine.id FROM mine JOIN catalog_entries older ON older.sketch && mine.sketch
      WHERE older.id <> mine.id AND older.first_seen_at < mine.first_seen_at AND older.host_group <> mine.host_group
        AND older.status <> 'rejected'
        AND NOT (older.source = 'imported' AND mine.source = 'imported' AND older.source_label = mine.source_label)
        AND (older.prose_hash = mine.prose_hash
          OR (SELECT count(*) FROM unnest(older.sketch) row WHERE row = ANY(mine.sketch)) >= ${COPY_ROWS})
        AND NOT EXISTS (SELECT 1 FROM catalog_payment_options option WHERE option.entry_id = older.id AND lower(option.pay_to) = ANY(mine.payees))
    )
    UPDATE catalog_entries entry SET suspicions = CASE
        WHEN copies.id IS NULL THEN array_remove(entry.suspicions, 'copied')
        ELSE ARRAY(SELECT DISTINCT unnest(entry.suspicions || ARRAY['copied'])) END
    FROM mine LEFT JOIN copies ON copies.id = mine.id
    WHERE entry.id = mine.id AND (copies.id IS NOT NULL) <> ('copied' = ANY(entry.suspicions))`
  const farmed = await tx.$queryRaw<{ id: bigint }[]>`
    WITH farms AS (
      SELECT host_group, sketch[1] AS row FROM catalog_entries
      WHERE source IN ('settled', 'probed') AND organic_payers = 0 AND sketch <> '{}'
        AND host_group IN (SELECT host_group FROM catalog_entries WHERE id = ANY(${entryIds}) AND source IN ('settled', 'probed'))
      GROUP BY 1, 2 HAVING count(*) >= ${FARM_SIZE}
    )
    UPDATE catalog_entries entry SET suspicions = array_append(entry.suspicions, 'farmed')
    FROM farms WHERE entry.host_group = farms.host_group AND entry.sketch[1] = farms.row
      AND entry.source IN ('settled', 'probed') AND entry.organic_payers = 0 AND NOT 'farmed' = ANY(entry.suspicions)
    RETURNING entry.id`
  return farmed.map(({ id }) => id)
}
