import type { Database } from '@/lib/base/infra/database'
import { noChanges, type TermsChanges } from '../entry/terms-changes'

const DAY_MS = 86_400_000

/** The recent changes of these entries; an entry without any is left out. */
export async function findTermsChanges(
  database: Database,
  entryIds: bigint[],
  now: Date,
): Promise<Map<bigint, TermsChanges>> {
  if (entryIds.length === 0) return new Map()
  const [dayAgo, weekAgo] = [new Date(now.getTime() - DAY_MS), new Date(now.getTime() - 7 * DAY_MS)]
  const rows = await database.$queryRaw<(TermsChanges['payee'] & { entryId: bigint; kind: string })[]>`
    SELECT entry_id AS "entryId", kind, count(*)::int AS "lastWeek", max(seen_at) AS "lastAt",
      count(*) FILTER (WHERE seen_at > ${dayAgo})::int AS "lastDay"
    FROM catalog_price_changes
    WHERE entry_id = ANY(${entryIds}) AND kind IN ('pay_to', 'price') AND seen_at > ${weekAgo}
    GROUP BY entry_id, kind`
  const found = new Map<bigint, TermsChanges>()
  for (const { entryId, kind, lastDay, lastWeek, lastAt } of rows) {
    const part = kind === 'pay_to' ? 'payee' : 'price'
    found.set(entryId, { ...(found.get(entryId) ?? noChanges), [part]: { lastDay, lastWeek, lastAt } })
  }
  return found
}
