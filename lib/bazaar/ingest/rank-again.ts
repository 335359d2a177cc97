import type { Database } from '@/lib/base/infra/database'
import { inTransaction } from './in-transaction'
import { indexDocuments } from './index-documents'

const BATCH = 100
const MOST_BATCHES = 10
const AGAIN_MS = 86_400_000

/**
 * Ranks entries again that were not ranked for a day: youth and recent changes end with time, and farms by what other
 * entries do. Several instances share the work. Returns their number.
 */
export async function rankAgain(database: Database, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - AGAIN_MS)
  let ranked = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const some = await inTransaction(database, async (tx) => {
      const due = await tx.$queryRaw<{ id: bigint }[]>`
        SELECT id FROM catalog_entries WHERE id IN (
          (SELECT id FROM catalog_entries WHERE looked_at IS NULL AND status = 'listed' LIMIT ${BATCH})
          UNION
          (SELECT id FROM catalog_entries WHERE looked_at <= ${dayAgo} AND status = 'listed' ORDER BY looked_at LIMIT ${BATCH})
        ) ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`
      const ids = due.map(({ id }) => id)
      await indexDocuments(tx, ids, now)
      return ids.length
    })
    ranked += some
    if (some < BATCH) break
  }
  return ranked
}
