import { type Database, sql } from '@/lib/base/infra/database'
import type { SellersContext } from './ports'
import { KEY_ID_BYTES, type SealKey, sealText, tryOpenSealed } from './seal'

const columns = [
  { table: 'route_upstreams', owner: 'route_id', column: 'sealed_headers' },
  { table: 'gateways', owner: 'id', column: 'sealed_headers' },
  { table: 'webhook_endpoints', owner: 'id', column: 'sealed_key' },
  { table: 'upstream_keys', owner: 'id', column: 'sealed_key' },
]

const BATCH_SIZE = 100
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Seals values of previous keys again under the current one, in small batches; a value that changes at the same time
 * keeps its new content. Logs and counts also values that no listed secret opens. Answers kept for retries are left to
 * expire.
 */
export async function reseal({ database, sealKey, log }: SellersContext, signal?: AbortSignal) {
  const counts = { sealed: 0, unreadable: 0 }
  for (const names of columns) {
    const [table, owner, column] = [names.table, names.owner, names.column].map((name) => sql.raw(name))
    let after = LOWEST_ID
    while (!signal?.aborted) {
      const batch = await database.rows<{ owner: string; sealed: Uint8Array<ArrayBuffer> }>(sql`
        SELECT ${owner}::text AS owner, ${column} AS sealed FROM ${table}
        WHERE substring(${column} FROM 1 FOR ${KEY_ID_BYTES}::int) <> ${sealKey.current.id}
          AND ${owner} > ${after}::uuid ORDER BY ${owner} LIMIT ${BATCH_SIZE}`)
      for (const { owner: id, sealed } of batch) {
        const text = tryOpenSealed(sealKey, id, sealed)
        if (text === null) counts.unreadable += 1
        else
          counts.sealed += await database.execute(sql`
            UPDATE ${table} SET ${column} = ${sealText(sealKey, id, text)} WHERE ${owner} = ${id}::uuid AND ${column} = ${sealed}`)
        after = id
      }
      if (batch.length < BATCH_SIZE) break
    }
  }
  const { sealed, unreadable } = counts
  if (sealed > 0) log.info({ sealed }, 'sealed again')
  if (unreadable > 0) log.error({ unreadable }, 'some sealed values cannot be opened by any listed secret')
  return counts
}

/** Values of each column that are looked at: a wrong secret opens none of them. */
const LOOKED_AT = 1_000

/** Counts values that name no listed secret, among the first thousand of each kind. Opens none. */
export async function countUnreadable(database: Database, { current, previous }: SealKey): Promise<number> {
  const ids = [current, ...previous].map(({ id }) => id.toString('hex'))
  const counts = await Promise.all(
    columns.map(async (names) => {
      const [table, column] = [names.table, names.column].map((name) => sql.raw(name))
      const [row] = await database.rows<{ count: number }>(sql`
        SELECT count(*)::int AS count
        FROM (SELECT encode(substring(${column} FROM 1 FOR ${KEY_ID_BYTES}::int), 'hex') AS id FROM ${table}
          WHERE ${column} IS NOT NULL LIMIT ${LOOKED_AT}) AS sealed
        WHERE id <> ALL(${ids}::text[])`)
      return row?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
