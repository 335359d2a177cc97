import { type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import type { CatalogEntry, CatalogPaymentOption } from '@/lib/base/infra/generated/prisma/client'
import { ESTABLISHED_PAYERS, findNameDoubt, isRecent } from '../entry/warnings'
import { rowsSql } from './catalog-sql'
import { fingerprintProse } from './prose'

/**
 * `stuffed`: its text repeats words more than a description needs. `farmed`: one of many clones on its host. `copied`: its
 * text is that of a listing elsewhere that has more vouching payers, or as many and is older, and it pays another wallet.
 */
type Suspicion = 'stuffed' | 'farmed' | 'copied' | 'named'

/** Rows of the sketch that two texts must share to be near copies, of twelve. */
const COPY_ROWS = 6

/** Listings of one host with nearly the same text, and no independent payer, that make a farm. */
const FARM_SIZE = 30
const MOST_SIBLINGS = 2_000

/**
 * Marks what search leaves out of these entries, and of the other listings of a farm that they make. Nobody is told:
 * independent payers vouch for an entry. Returns the siblings whose marks changed.
 */
export async function markSuspicions(tx: DatabaseTransaction, entryIds: bigint[], now: Date): Promise<bigint[]> {
  const own = await mark(tx, entryIds, now)
  const farmed = own.filter(({ suspicions }) => suspicions.includes('farmed')).map(({ id }) => id)
  const siblings = farmed.length === 0 ? [] : await mark(tx, await findSiblings(tx, farmed), now)
  return siblings.filter(({ isChanged }) => isChanged).map(({ id }) => id)
}

async function mark(tx: DatabaseTransaction, ids: bigint[], now: Date) {
  if (ids.length === 0) return []
  const entries = await tx.catalogEntry.findMany({
    where: { id: { in: ids } },
    select: { id: true, description: true, suspicions: true, source: true, serviceName: true, resource: true },
    orderBy: { id: 'asc' },
  })
  const clones = await countClones(tx, ids)
  const copies = await findCopies(tx, ids)
  const marked = entries.map(({ id, suspicions: before, ...entry }) => {
    const suspicions: Suspicion[] = [
      ...(fingerprintProse(entry.description).isStuffed ? ['stuffed' as const] : []),
      ...((clones.get(id) ?? 0) >= FARM_SIZE ? ['farmed' as const] : []),
      ...(copies.has(id) ? ['copied' as const] : []),
      ...(findNameDoubt(entry) ? ['named' as const] : []),
    ]
    return { id, suspicions, isChanged: suspicions.join() !== before.join() }
  })
  const rows = rowsSql(
    'catalog_entries',
    marked.map(({ id, suspicions }) => ({ id, suspicions, lookedAt: now })),
  )
  await tx.execute(sql`
    UPDATE catalog_entries entry SET suspicions = row.suspicions, looked_at = row.looked_at
    FROM ${rows} row WHERE entry.id = row.id`)
  return marked
}

/** Listings of one host with nearly the same text, proven and without an independent payer. */
async function countClones(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, number>> {
  const rows = await tx.rows<{ id: bigint; clones: number }>(sql`
    WITH farms AS (
      SELECT host_group, sketch[1] AS row, count(*)::int AS clones FROM catalog_entries
      WHERE source IN ('settled', 'probed') AND organic_payers = 0 AND sketch <> '{}'
        AND host_group IN (SELECT host_group FROM catalog_entries WHERE id = ANY(${ids}) AND source IN ('settled', 'probed'))
      GROUP BY 1, 2 HAVING count(*) > 1
    )
    SELECT entry.id, farms.clones FROM catalog_entries entry
    JOIN farms ON entry.host_group = farms.host_group AND entry.sketch[1] = farms.row
    WHERE entry.id = ANY(${ids}) AND entry.source IN ('settled', 'probed') AND entry.organic_payers = 0`)
  return new Map(rows.map(({ id, clones }) => [id, clones]))
}

/** Independent payers who also paid another payee; not more than vouch for an entry, so that nobody can outbid it. */
const vouchingSql = (entry: 'entry' | 'other') => sql`(SELECT count(*) FROM (
  SELECT DISTINCT known.payer FROM catalog_settlements known WHERE known.entry_id = ${sql.raw(entry)}.id AND known.is_organic
    AND EXISTS (SELECT FROM catalog_settlements elsewhere
      WHERE elsewhere.payer = known.payer AND elsewhere.pay_to <> known.pay_to AND elsewhere.is_organic)
  LIMIT ${ESTABLISHED_PAYERS}) vouching)`

/** Entries whose text another host has, for another wallet. Imported listings are no evidence for each other. */
async function findCopies(tx: DatabaseTransaction, ids: bigint[]): Promise<Set<bigint>> {
  const rows = await tx.rows<{ id: bigint }>(sql`
    WITH mine AS (
      SELECT entry.id, entry.host_group, entry.source, entry.sketch, entry.prose_hash, entry.first_seen_at,
        ${vouchingSql('entry')} AS vouching,
        ARRAY(SELECT lower(option.pay_to) FROM catalog_payment_options option WHERE option.entry_id = entry.id) AS payees
      FROM catalog_entries entry WHERE entry.id = ANY(${ids}) AND entry.sketch <> '{}'
    )
    SELECT DISTINCT mine.id FROM mine JOIN catalog_entries other ON other.sketch && mine.sketch
    WHERE other.id <> mine.id AND other.host_group <> mine.host_group AND other.status <> 'rejected'
      AND (${vouchingSql('other')}, mine.first_seen_at) > (mine.vouching, other.first_seen_at)
      AND NOT (other.source = 'imported' AND mine.source = 'imported')
      AND (other.prose_hash = mine.prose_hash
        OR (SELECT count(*) FROM unnest(other.sketch) row WHERE row = ANY(mine.sketch)) >= ${COPY_ROWS})
      AND NOT EXISTS (SELECT 1 FROM catalog_payment_options option
        WHERE option.entry_id = other.id AND lower(option.pay_to) = ANY(mine.payees))`)
  return new Set(rows.map(({ id }) => id))
}

async function findSiblings(tx: DatabaseTransaction, ids: bigint[]): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>(sql`
    SELECT entry.id FROM catalog_entries entry
    JOIN (SELECT DISTINCT host_group, sketch[1] AS row FROM catalog_entries WHERE id = ANY(${ids})) farm
      ON entry.host_group = farm.host_group AND entry.sketch[1] = farm.row
    WHERE entry.source IN ('settled', 'probed') AND entry.organic_payers = 0 AND NOT 'farmed' = ANY(entry.suspicions)
    ORDER BY entry.id LIMIT ${MOST_SIBLINGS}`)
  return rows.map(({ id }) => id)
}

export type RankedEntry = CatalogEntry & { options: CatalogPaymentOption[] }

const PROOF: Record<string, number> = { live: 0.5, unverified: 0.3, failing: 0.15, dead: 0 }
const NEWCOMER_DAYS = 14
const DAY_MS = 86_400_000

/**
 * How reliable an entry is, 0 to 1. It only decides between entries that fit a search about equally well. Payers count
 * with saturation and only independent ones; five bring most of what fifty bring.
 */
export function quality(signals: RankedEntry): number {
  const popularity = 0.3 * (1 - Math.exp(-signals.organicPayers / 5))
  const health = 0.1 * (signals.uptime30d ?? 0.5)
  const hasPrice = signals.options.some(({ amountAtomic }) => amountAtomic !== null)
  const completeness =
    (signals.description === null ? 0 : 0.04) + (hasPrice ? 0.03 : 0) + (signals.input === null ? 0 : 0.03)
  // Buyers who speak version 2 only cannot pay it.
  const reach = signals.x402Version === 1 ? 0.95 : 1
  const base = reach * ((PROOF[signals.verification] ?? 0) + popularity + health + completeness)
  return isSuspect(signals) ? base * 0.1 : Math.min(1, base)
}

/** True for a recent listing with too few independent payers: shown, but not before proven entries. */
export function isNewcomer({ source, firstSeenAt, organicPayers }: RankedEntry, now: Date): boolean {
  const isYoung = now.getTime() - firstSeenAt.getTime() < NEWCOMER_DAYS * DAY_MS
  return source !== 'own' && isYoung && organicPayers < ESTABLISHED_PAYERS
}

const SELF_PAID_FROM = 5
const isSelfPaid = ({ settledCount, organicCount }: RankedEntry): boolean =>
  settledCount >= SELF_PAID_FROM && organicCount * 5 < settledCount

/**
 * True if search leaves it out: farms, copies, stuffed text, popularity that was paid for, until independent payers vouch for it.
 * Honest sellers write stuffed text too; what was imported is excused.
 */
export function isSuspect(signals: RankedEntry): boolean {
  if (signals.organicPayers >= ESTABLISHED_PAYERS) return false
  const isMarked = signals.suspicions.some((kind) => kind !== 'stuffed' || signals.source !== 'imported')
  return isMarked || isSelfPaid(signals)
}

const CHANGED_FACTOR = 0.5
const JUMPED_FACTOR = 0.2

/** Factor of its score while its terms are new: another payee, or ten times the price. An honest change regains its rank. */
export function trust({ source, payeeChangedAt, priceJumpedAt }: RankedEntry, now: Date): number {
  if (source === 'own') return 1
  return (isRecent(payeeChangedAt, now) ? CHANGED_FACTOR : 1) * (isRecent(priceJumpedAt, now) ? JUMPED_FACTOR : 1)
}
