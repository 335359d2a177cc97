import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { type ClearedLookOut, type LookOut, parseLookOuts } from '../../entry/look-outs'
import { rowsSql } from '../insert-sql'
import { type Found, findLookOuts } from './find-look-outs'
import { readFacts } from './read-facts'

/** How long a look-out is remembered that holds no more. */
const REMEMBERED_MS = 90 * 86_400_000
/** Other listings of a farm that are looked at together with one of it. */
const MOST_SIBLINGS = 2_000

/**
 * Finds the look-outs of these entries, and of the other listings of a farm that they make. Safe to repeat: a look-out
 * keeps since when it holds, and when it was cleared. Returns the entries whose look-outs are others than before.
 */
export async function lookOut(tx: DatabaseTransaction, entryIds: bigint[], now: Date): Promise<bigint[]> {
  const own = await lookAt(tx, entryIds, now)
  const farm = own.filter(({ found }) => found.has('farmed')).map(({ id }) => id)
  const siblings = farm.length === 0 ? [] : await lookAt(tx, await findSiblings(tx, farm), now)
  return [...own, ...siblings].filter(({ isChanged }) => isChanged).map(({ id }) => id)
}

async function lookAt(tx: DatabaseTransaction, ids: bigint[], now: Date) {
  if (ids.length === 0) return []
  const looked = (await readFacts(tx, ids)).map(({ entry, facts }) => {
    const before = parseLookOuts(entry.lookOuts)
    const found = findLookOuts(facts, now)
    const isChanged = before.lookOuts.length !== found.size || before.lookOuts.some(({ kind }) => !found.has(kind))
    const row = {
      id: entry.id,
      lookOuts: remember(before, found, now),
      checks: { ...facts.checks, text: now },
      lookedAt: now,
    }
    return { id: entry.id, found, isChanged, row }
  })
  const rows = rowsSql(
    'catalog_entries',
    looked.map(({ row }) => row),
  )
  await tx.$executeRaw`
    UPDATE catalog_entries entry SET look_outs = row.look_outs, checks = row.checks, looked_at = row.looked_at
    FROM ${rows} row WHERE entry.id = row.id`
  return looked
}

function remember(before: ReturnType<typeof parseLookOuts>, found: Found, now: Date): object[] {
  const ended = before.lookOuts.filter(({ kind }) => !found.has(kind)).map((one) => ({ ...one, clearedAt: now }))
  const past: ClearedLookOut[] = [...before.cleared, ...ended].filter(
    ({ kind, clearedAt }) => !found.has(kind) && now.getTime() - clearedAt.getTime() < REMEMBERED_MS,
  )
  const holding = [...found].map(([kind, evidence]): LookOut => {
    const known = before.lookOuts.find((one) => one.kind === kind)
    return { kind, evidence, firstSeenAt: known?.firstSeenAt ?? now, lastSeenAt: now }
  })
  return [...holding, ...past]
}

/** Other listings of these farms that are not marked yet. */
async function findSiblings(tx: DatabaseTransaction, ids: bigint[]): Promise<bigint[]> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT entry.id FROM catalog_entries entry
    JOIN (SELECT DISTINCT host_group, sketch[1] AS row FROM catalog_entries WHERE id = ANY(${ids})) farm
      ON entry.host_group = farm.host_group AND entry.sketch[1] = farm.row
    WHERE entry.source IN ('settled', 'probed') AND entry.organic_payers = 0
      AND NOT entry.look_outs @? '$[*] ? (@.kind == "farmed" && !exists(@.clearedAt))'
    ORDER BY entry.id LIMIT ${MOST_SIBLINGS}`
  return rows.map(({ id }) => id)
}
