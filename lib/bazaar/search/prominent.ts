import { type Database, sql } from '@/lib/base/infra/database'
import { catalogSize } from '../browse/list-entries'

/** Entries of the highest quality with a separate index, which searches of common words read first. */
export const PROMINENT_ENTRIES = 50_000
/** An entry stays prominent until it is this much further down, so that small changes write nothing. */
const SLACK = 1.2
const MOST_AT_ONCE = 2_000

export const isLarge = (total: number, prominent: number): boolean => total > 2 * prominent

/**
 * Marks the entries of the highest quality, some at a time so that other writers need not wait. Does nothing in a
 * catalog that is not large. Safe to repeat. Returns how many were marked or unmarked.
 */
export async function markProminent(database: Database, { most = PROMINENT_ENTRIES } = {}): Promise<number> {
  if (!isLarge(await catalogSize(database), most)) return 0
  const promoted = await findPromoted(database, most)
  const demoted = await findDemoted(database, Math.round(most * SLACK))
  for (const [isProminent, all] of [[true, promoted] as const, [false, demoted] as const])
    for (let from = 0; from < all.length; from += MOST_AT_ONCE)
      await database.execute(sql`
        WITH held AS (SELECT entry_id FROM catalog_documents
          WHERE entry_id = ANY(${all.slice(from, from + MOST_AT_ONCE)}) ORDER BY entry_id FOR NO KEY UPDATE)
        UPDATE catalog_documents document SET is_prominent = ${isProminent} FROM held WHERE document.entry_id = held.entry_id`)
  return promoted.length + demoted.length
}

/** Both read only indexes: there is seldom much to do. */
const findPromoted = (database: Database, most: number): Promise<bigint[]> =>
  idsOf(
    database.rows(sql`
    (SELECT entry_id FROM catalog_documents ORDER BY quality DESC, entry_id LIMIT ${most})
    EXCEPT SELECT entry_id FROM catalog_documents WHERE is_prominent ORDER BY entry_id`),
  )

const findDemoted = (database: Database, from: number): Promise<bigint[]> =>
  idsOf(
    database.rows(sql`
    SELECT entry_id FROM catalog_documents
    WHERE is_prominent AND quality < (
      SELECT quality FROM catalog_documents ORDER BY quality DESC, entry_id OFFSET ${from} LIMIT 1)
    ORDER BY entry_id`),
  )

const idsOf = async (rows: Promise<{ entry_id: bigint }[]>): Promise<bigint[]> =>
  (await rows).map(({ entry_id }) => entry_id)
