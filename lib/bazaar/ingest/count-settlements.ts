import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { payToIdentity } from '../entry/entry-key'
import type { Sale } from '../ports'
import { rowsSql } from './catalog-sql'
import { indexDocuments, rankingOf } from './index-documents'

export type CountableSale = Pick<Sale, 'key' | 'network' | 'payer' | 'payTo' | 'amountAtomic' | 'settledAt'> & {
  entryId: bigint
}

const RECENT_MS = 30 * 86_400_000
const MOST_PAYERS = 20

/**
 * Counts settled payments for their entries, each once however often it is given: in all, by the hour, by payer. Reads
 * only new ones. A payment is organic unless its payer is the payee, sells on the same host, had its money
 * from the payee, or gets paid by the payee's own payments (a circle).
 */
export async function countSettlements(tx: DatabaseTransaction, sales: CountableSale[], now: Date): Promise<void> {
  if (sales.length === 0) return
  // One after the other: two at once could each miss the circle that the other closes.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('catalog settlements'))`)
  const keys = await insertNew(tx, sales)
  if (keys.length === 0) return
  const unmade = await breakCircles(tx, keys)
  const counted = await addCounts(tx, keys, now)
  const recounted = await takeBack(tx, unmade, now)
  await queueFundings(tx, keys, now)
  await updateQuality(tx, [...new Set([...counted, ...recounted])], now)
}

async function insertNew(tx: DatabaseTransaction, sales: CountableSale[]): Promise<string[]> {
  const items = sales.map((sale) => ({
    key: sale.key,
    entry_id: sale.entryId.toString(),
    network: sale.network,
    payer: payToIdentity(sale.network, sale.payer),
    pay_to: payToIdentity(sale.network, sale.payTo),
    amount: sale.amountAtomic.toString(),
    settled_at: sale.settledAt,
  }))
  const rows = await tx.rows<{ key: string }>(sql`
    INSERT INTO catalog_settlements (authorization_key, entry_id, network, payer, pay_to, amount_atomic, is_organic, settled_at)
    SELECT sale.key, entry.id, sale.network, sale.payer, sale.pay_to, sale.amount,
      sale.payer <> '' AND sale.payer <> sale.pay_to
      AND NOT EXISTS (SELECT 1 FROM catalog_fundings funding WHERE funding.network = sale.network
        AND funding.pay_to = sale.pay_to AND funding.payer = sale.payer AND funding.transaction IS NOT NULL)
      -- Looked up for each payer: as EXISTS, all of the catalog's options would be read for a few payments.
      AND (SELECT 1 FROM catalog_payment_options option JOIN catalog_entries sibling ON sibling.id = option.entry_id
        WHERE lower(option.pay_to) = lower(sale.payer) AND sibling.host_group = entry.host_group LIMIT 1) IS NULL,
      sale.settled_at
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS sale(
      key text, entry_id bigint, network text, payer text, pay_to text, amount numeric, settled_at timestamptz)
    JOIN catalog_entries entry ON entry.id = sale.entry_id
    ORDER BY sale.key
    ON CONFLICT DO NOTHING RETURNING authorization_key AS key`)
  return rows.map(({ key }) => key)
}

/** Removes the organic mark from both sides of circles that new payments close. Returns the older payments. */
async function breakCircles(tx: DatabaseTransaction, keys: string[]): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    WITH fresh AS (SELECT DISTINCT payer, pay_to FROM catalog_settlements WHERE authorization_key = ANY(${keys})),
    circles AS (
      SELECT payer, pay_to FROM fresh
      WHERE EXISTS (SELECT 1 FROM catalog_settlements back WHERE back.payer = fresh.pay_to AND back.pay_to = fresh.payer)
    ), pairs AS (SELECT payer, pay_to FROM circles UNION SELECT pay_to, payer FROM circles)
    UPDATE catalog_settlements known SET is_organic = false FROM pairs
    WHERE known.payer = pairs.payer AND known.pay_to = pairs.pay_to AND known.is_organic
    RETURNING known.authorization_key AS key`)
  const fresh = new Set(keys)
  return rows.map(({ key }) => key).filter((key) => !fresh.has(key))
}

/** Payers whose money may be the payee's are looked up on the chain, where they still move an entry's rank. */
const queueFundings = (tx: DatabaseTransaction, keys: string[], now: Date) =>
  tx.execute(sql`
  INSERT INTO catalog_fundings (network, pay_to, payer, due_at)
  SELECT DISTINCT known.network, known.pay_to, known.payer, ${now}::timestamptz FROM catalog_settlements known
  JOIN catalog_entries entry ON entry.id = known.entry_id
  WHERE known.authorization_key = ANY(${keys}) AND known.is_organic AND known.network LIKE 'eip155:%'
    AND entry.organic_payers <= ${MOST_PAYERS}
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`)

/** Counts the payments of payers out again who had their money from the payee. */
export async function countOut(
  tx: DatabaseTransaction,
  { network, payTo, payers }: { network: string; payTo: string; payers: string[] },
  now: Date,
): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('catalog settlements'))`)
  const undone = await tx.rows<{ key: string }>(sql`
    UPDATE catalog_settlements SET is_organic = false
    WHERE network = ${network} AND pay_to = ${payTo} AND payer = ANY(${payers}) AND is_organic RETURNING authorization_key AS key`)
  const keys = undone.map(({ key }) => key)
  await updateQuality(tx, await takeBack(tx, keys, now), now)
}

/** The entries that are counted, taken in the order in which all writers take them. */
const heldEntries = (counted: string) =>
  sql`SELECT id FROM catalog_entries WHERE id IN (SELECT entry_id FROM ${sql.raw(counted)}) ORDER BY id FOR NO KEY UPDATE`

async function addCounts(tx: DatabaseTransaction, keys: string[], now: Date): Promise<bigint[]> {
  const recently = new Date(now.getTime() - RECENT_MS)
  const rows = await tx.rows<{ id: bigint }>(sql`
    WITH fresh AS (
      SELECT entry_id, payer, is_organic, settled_at FROM catalog_settlements WHERE authorization_key = ANY(${keys})
    ), paying AS (
      SELECT entry_id, payer, max(settled_at) AS last_at FROM fresh WHERE is_organic GROUP BY 1, 2
    ), joined AS (
      SELECT paying.entry_id, count(*) FILTER (WHERE before.last_at IS NULL) AS payers,
        count(*) FILTER (WHERE paying.last_at > ${recently} AND coalesce(before.last_at <= ${recently}, true)) AS recent
      FROM paying LEFT JOIN LATERAL (
        SELECT known.settled_at AS last_at FROM catalog_settlements known
        WHERE known.entry_id = paying.entry_id AND known.is_organic AND known.payer = paying.payer
          AND known.authorization_key <> ALL(${keys})
        ORDER BY known.settled_at DESC LIMIT 1) before ON true
      GROUP BY 1
    ), counted AS (
      SELECT entry_id, count(*) AS total, count(*) FILTER (WHERE is_organic) AS organic,
        max(settled_at) AS last_at, count(*) FILTER (WHERE settled_at > ${recently}) AS recent_total,
        count(*) FILTER (WHERE settled_at > ${recently} AND is_organic) AS recent_organic
      FROM fresh GROUP BY 1
    ), held AS (${heldEntries('counted')})
    UPDATE catalog_entries entry SET settled_count = entry.settled_count + counted.total,
      organic_count = entry.organic_count + counted.organic,
      organic_payers = entry.organic_payers + coalesce(joined.payers, 0),
      recent_total = entry.recent_total + counted.recent_total,
      recent_organic = entry.recent_organic + counted.recent_organic,
      recent_payers = entry.recent_payers + coalesce(joined.recent, 0),
      recent_counted_at = coalesce(entry.recent_counted_at, ${now}), counted_at = ${now},
      last_updated_at = greatest(entry.last_updated_at, counted.last_at)
    FROM held, counted LEFT JOIN joined USING (entry_id) WHERE entry.id = counted.entry_id AND held.id = entry.id
    RETURNING entry.id`)
  return rows.map(({ id }) => id)
}

/** Subtracts older payments that turned out to be part of a circle. */
async function takeBack(tx: DatabaseTransaction, keys: string[], now: Date): Promise<bigint[]> {
  if (keys.length === 0) return []
  const rows = await tx.rows<{ id: bigint }>(sql`
    WITH undone AS (
      SELECT entry_id, payer, count(*) AS payments FROM catalog_settlements WHERE authorization_key = ANY(${keys}) AND entry_id IS NOT NULL
      GROUP BY 1, 2
    ), counted AS (
      SELECT entry_id, sum(payments) AS organic, count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM catalog_settlements known
        WHERE known.entry_id = undone.entry_id AND known.is_organic AND known.payer = undone.payer)) AS payers
      FROM undone GROUP BY 1
    ), held AS (${heldEntries('counted')})
    UPDATE catalog_entries entry SET organic_count = entry.organic_count - counted.organic,
      organic_payers = entry.organic_payers - counted.payers, counted_at = ${now}, recent_counted_at = to_timestamp(0)
    FROM held, counted WHERE entry.id = counted.entry_id AND held.id = entry.id RETURNING entry.id`)
  return rows.map(({ id }) => id)
}

/**
 * Updates search's ranking facts after use was counted. Words stay unchanged; only an entry that search trusts more or
 * less than before is looked at and indexed again.
 */
async function updateQuality(tx: DatabaseTransaction, entryIds: bigint[], now: Date): Promise<void> {
  if (entryIds.length === 0) return
  const entries = await tx.catalogEntry.findMany({
    where: { id: { in: entryIds }, status: 'listed' },
    include: { options: { orderBy: { position: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  const rows = entries.map((entry) => ({
    entryId: entry.id,
    lastUpdatedAt: entry.lastUpdatedAt,
    ...rankingOf(entry, now),
  }))
  const documents = await tx.rows<{ id: bigint; isTurned: boolean }>(sql`
    WITH held AS (SELECT entry_id FROM catalog_documents
      WHERE entry_id = ANY(${rows.map(({ entryId }) => entryId)}) ORDER BY entry_id FOR NO KEY UPDATE)
    UPDATE catalog_documents document SET quality = row.quality, is_suspect = row.is_suspect, trust = row.trust, is_newcomer = row.is_newcomer,
      organic_payers = row.organic_payers, organic_count = row.organic_count, last_updated_at = row.last_updated_at
    FROM ${rowsSql('catalog_documents', rows)} row JOIN catalog_documents before ON before.entry_id = row.entry_id, held
    WHERE document.entry_id = row.entry_id AND held.entry_id = row.entry_id
    RETURNING document.entry_id AS id,
      before.is_suspect <> row.is_suspect OR before.is_newcomer <> row.is_newcomer AS "isTurned"`)
  const turned = documents.filter(({ isTurned }) => isTurned).map(({ id }) => id)
  await indexDocuments(tx, turned, now)
}

const BATCH = 200
const AGAIN_MS = 86_400_000

/**
 * Removes sales older than thirty days from the recent counts of every entry that has any, a day after the last time.
 * Several instances share the work. Returns how many entries were counted.
 */
export async function recountRecentUse(database: Database, now: Date): Promise<number> {
  const recently = new Date(now.getTime() - RECENT_MS)
  let counted = 0
  for (;;) {
    const some = await database.execute(sql`
      WITH due AS (
        SELECT id FROM catalog_entries WHERE recent_total > 0 AND recent_counted_at <= ${new Date(now.getTime() - AGAIN_MS)}
        ORDER BY recent_counted_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE catalog_entries entry SET recent_counted_at = ${now}, counted_at = ${now},
        recent_total = recent.total, recent_organic = recent.organic, recent_payers = recent.payers
      FROM due,
        LATERAL (SELECT count(*) AS total, count(*) FILTER (WHERE is_organic) AS organic,
            count(DISTINCT payer) FILTER (WHERE is_organic) AS payers
          FROM catalog_settlements WHERE entry_id = due.id AND settled_at > ${recently}) recent
      WHERE entry.id = due.id`)
    counted += some
    if (some < BATCH) return counted
  }
}
