import type { Logger } from '@/lib/base/infra/logger'
import type { SellersContext } from './ports'
import { KEY_ID_BYTES, type SealKey, sealText, tryOpenSealed } from './seal'

type Sealed = { owner: string; sealed: Uint8Array<ArrayBuffer> }

/** One column of sealed values: finds those under earlier keys, in order, and replaces one. */
type SealedColumn = {
  find: (after: string) => Promise<Sealed[]>
  replace: (old: Sealed, sealed: Uint8Array<ArrayBuffer>) => Promise<{ count: number }>
}

export type ResealCounts = { sealed: number; unreadable: number }

const BATCH_SIZE = 100
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** The same as a job, which logs the result. */
export async function resealAndReport(
  sellers: SellersContext,
  log: Pick<Logger, 'info' | 'error'>,
  signal: AbortSignal,
): Promise<void> {
  const { sealed, unreadable } = await reseal(sellers, signal)
  if (sealed > 0) log.info({ sealed }, 'sealed again')
  if (unreadable > 0) log.error({ unreadable }, 'some sealed values cannot be opened by any listed secret')
}

/**
 * Seals values of previous keys again under the current one, in small batches; a value that changes at the same time
 * keeps its new content. Counts values that no listed secret opens. Answers kept for retries are left to expire.
 */
export async function reseal(
  { database, sealKey }: Pick<SellersContext, 'database' | 'sealKey'>,
  signal?: AbortSignal,
): Promise<ResealCounts> {
  const { id } = sealKey.current
  const headers: SealedColumn = {
    find: (after) => database.$queryRaw<Sealed[]>`
      SELECT route_id::text AS owner, sealed_headers AS sealed FROM route_upstreams
      WHERE sealed_headers IS NOT NULL AND substring(sealed_headers FROM 1 FOR ${KEY_ID_BYTES}::int) <> ${id}
        AND route_id > ${after}::uuid ORDER BY route_id LIMIT ${BATCH_SIZE}`,
    replace: (old, sealedHeaders) =>
      database.routeUpstream.updateMany({
        where: { routeId: old.owner, sealedHeaders: old.sealed },
        data: { sealedHeaders },
      }),
  }
  const gatewayHeaders: SealedColumn = {
    find: (after) => database.$queryRaw<Sealed[]>`
      SELECT id::text AS owner, sealed_headers AS sealed FROM gateways
      WHERE sealed_headers IS NOT NULL AND substring(sealed_headers FROM 1 FOR ${KEY_ID_BYTES}::int) <> ${id}
        AND id > ${after}::uuid ORDER BY id LIMIT ${BATCH_SIZE}`,
    replace: (old, sealedHeaders) =>
      database.gateway.updateMany({ where: { id: old.owner, sealedHeaders: old.sealed }, data: { sealedHeaders } }),
  }
  const webhookKeys: SealedColumn = {
    find: (after) => database.$queryRaw<Sealed[]>`
      SELECT id::text AS owner, sealed_key AS sealed FROM webhook_endpoints
      WHERE substring(sealed_key FROM 1 FOR ${KEY_ID_BYTES}::int) <> ${id}
        AND id > ${after}::uuid ORDER BY id LIMIT ${BATCH_SIZE}`,
    replace: (old, sealedKey) =>
      database.webhookEndpoint.updateMany({ where: { id: old.owner, sealedKey: old.sealed }, data: { sealedKey } }),
  }
  const upstreamKeys: SealedColumn = {
    find: (after) => database.$queryRaw<Sealed[]>`
      SELECT id::text AS owner, sealed_key AS sealed FROM upstream_keys
      WHERE substring(sealed_key FROM 1 FOR ${KEY_ID_BYTES}::int) <> ${id}
        AND id > ${after}::uuid ORDER BY id LIMIT ${BATCH_SIZE}`,
    replace: (old, sealedKey) =>
      database.upstreamKey.updateMany({ where: { id: old.owner, sealedKey: old.sealed }, data: { sealedKey } }),
  }
  const counts = { sealed: 0, unreadable: 0 }
  for (const column of [headers, gatewayHeaders, webhookKeys, upstreamKeys]) {
    const { sealed, unreadable } = await sealColumn(column, sealKey, signal)
    counts.sealed += sealed
    counts.unreadable += unreadable
  }
  return counts
}

async function sealColumn(column: SealedColumn, sealKey: SealKey, signal?: AbortSignal): Promise<ResealCounts> {
  const done = { sealed: 0, unreadable: 0 }
  let after = LOWEST_ID
  while (!signal?.aborted) {
    const batch = await column.find(after)
    for (const row of batch) {
      const text = tryOpenSealed(sealKey, row.owner, row.sealed)
      if (text === null) done.unreadable += 1
      else done.sealed += (await column.replace(row, sealText(sealKey, row.owner, text))).count
      after = row.owner
    }
    if (batch.length < BATCH_SIZE) break
  }
  return done
}
