import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { CatalogEntry, CatalogPaymentOption } from '@/lib/base/infra/generated/prisma/client'
import { storedTerms } from '../../entry/stored-terms'
import { fingerprintProse } from '../prose'
import type { Facts } from './find-look-outs'

export type EntryFacts = { entry: CatalogEntry; facts: Facts }

/** Rows of the sketch that two texts must share to be near copies, of twelve. */
const COPY_ROWS = 6
/** Changes of terms that are read of one entry. */
const MOST_CHANGES = 200
/** Entries whose prices tell what a kind costs, and the fewest that do. */
const KIN = 200
const FEWEST_KIN = 10
/** Payments that are read of one payer. */
const MOST_PAYMENTS = 2_000
const DEAR_MICROS = 1_000_000n

/** The facts by which look-outs are found, for each of these entries. Every read is bounded. */
export async function readFacts(tx: DatabaseTransaction, ids: bigint[]): Promise<EntryFacts[]> {
  const entries = await tx.catalogEntry.findMany({
    where: { id: { in: ids } },
    include: { options: { orderBy: { position: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  const dear = entries.filter(isDear).map(({ id }) => id)
  const copies = await findCopies(tx, ids)
  const clones = await countClones(tx, ids)
  const history = await readHistory(tx, ids)
  const mostPaid = await findMostPaid(tx, dear)
  const kin = await priceKin(tx, dear)
  const payers = await readPayers(tx, ids)
  const fundings = await readFundings(tx, ids)
  const hosts = await readHosts(tx, entries)
  return entries.map((entry) => {
    const { id, options, settledCount, organicCount, organicPayers } = entry
    const copy = copies.get(id)
    const host = hosts.get(hostOf(entry) ?? '')
    const facts: Facts = {
      options: options.map(({ network, asset, amountAtomic, microDollars }) => ({
        ...{ network, asset, microDollars },
        amountAtomic: amountAtomic === null ? null : BigInt(amountAtomic.toFixed()),
      })),
      isStuffed: fingerprintProse(entry.description).isStuffed,
      original: copy?.original ?? null,
      mirrors: copy?.mirrors ?? 0,
      clones: clones.get(id) ?? 0,
      history: history.get(id) ?? [],
      mostPaid: mostPaid.get(id) ?? new Map(),
      kindMicros: kin.get(id) ?? null,
      ...{ settledCount, organicCount, organicPayers },
      listingsOfPayer: payers.get(id) ?? 0,
      funding: fundings.get(id) ?? null,
      isAnyPathPaid: host?.isAnyPathPaid ?? false,
      checks: {
        // Nobody asks for this site's own tools: it says itself what they cost.
        terms: entry.lastProbedAt ?? (entry.source === 'own' ? entry.lastUpdatedAt : null),
        text: null,
        host: host?.anyPathAt ?? null,
        payments: entry.countedAt,
      },
    }
    return { entry, facts }
  })
}

const isDear = ({ options }: { options: CatalogPaymentOption[] }): boolean =>
  options.some(({ microDollars }) => microDollars !== null && microDollars >= DEAR_MICROS)

/** Null for a tool, which asks for payment inside of an answer: other addresses of its host say nothing of it. */
const hostOf = ({ type, resource, probeUrl }: CatalogEntry): string | null =>
  (type === 'http' && URL.parse(probeUrl ?? resource)?.host) || null

type Copy = { original: string | null; mirrors: number }

/**
 * Older listings with the same text on other hosts: one that pays another wallet is the original of a copy; those that
 * pay the same one are mirrors. Imported listings never accuse each other: nobody has seen that they are what they say.
 */
async function findCopies(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, Copy>> {
  const rows = await tx.$queryRaw<(Copy & { id: bigint })[]>`
    WITH mine AS (
      SELECT entry.id, entry.host_group, entry.source, entry.sketch, entry.prose_hash, entry.first_seen_at,
        ARRAY(SELECT lower(option.pay_to) FROM catalog_payment_options option WHERE option.entry_id = entry.id) AS payees
      FROM catalog_entries entry WHERE entry.id = ANY(${ids}) AND entry.sketch <> '{}'
    ), alike AS (
      SELECT mine.id, other.resource, other.host_group, other.first_seen_at,
        other.first_seen_at < mine.first_seen_at AND NOT (other.source = 'imported' AND mine.source = 'imported') AS is_older,
        EXISTS (SELECT 1 FROM catalog_payment_options option
          WHERE option.entry_id = other.id AND lower(option.pay_to) = ANY(mine.payees)) AS is_same_payee
      FROM mine JOIN catalog_entries other ON other.sketch && mine.sketch
      WHERE other.id <> mine.id AND other.host_group <> mine.host_group AND other.status <> 'rejected'
        AND (other.prose_hash = mine.prose_hash
          OR (SELECT count(*) FROM unnest(other.sketch) row WHERE row = ANY(mine.sketch)) >= ${COPY_ROWS})
    )
    SELECT id, (array_agg(resource ORDER BY first_seen_at) FILTER (WHERE is_older AND NOT is_same_payee))[1] AS original,
      count(DISTINCT host_group) FILTER (WHERE is_same_payee)::int AS mirrors
    FROM alike GROUP BY id`
  return new Map(rows.map(({ id, ...copy }) => [id, copy]))
}

/** Listings of one host with nearly the same text, proven and without an independent payer. */
async function countClones(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, number>> {
  const rows = await tx.$queryRaw<{ id: bigint; clones: number }[]>`
    WITH farms AS (
      SELECT host_group, sketch[1] AS row, count(*)::int AS clones FROM catalog_entries
      WHERE source IN ('settled', 'probed') AND organic_payers = 0 AND sketch <> '{}'
        AND host_group IN (SELECT host_group FROM catalog_entries WHERE id = ANY(${ids}) AND source IN ('settled', 'probed'))
      GROUP BY 1, 2 HAVING count(*) > 1
    )
    SELECT entry.id, farms.clones FROM catalog_entries entry
    JOIN farms ON entry.host_group = farms.host_group AND entry.sketch[1] = farms.row
    WHERE entry.id = ANY(${ids}) AND entry.source IN ('settled', 'probed') AND entry.organic_payers = 0`
  return new Map(rows.map(({ id, clones }) => [id, clones]))
}

async function readHistory(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, Facts['history']>> {
  const rows = await tx.$queryRaw<{ id: bigint; kind: string; seenAt: Date; options: unknown }[]>`
    SELECT entry.id, change.kind, change.seen_at AS "seenAt", change.options FROM unnest(${ids}::bigint[]) entry(id),
      LATERAL (SELECT * FROM catalog_price_changes WHERE entry_id = entry.id ORDER BY seen_at DESC, id DESC LIMIT ${MOST_CHANGES}) change`
  const found = new Map<bigint, Facts['history']>()
  for (const { id, options, ...change } of rows)
    found.set(id, [...(found.get(id) ?? []), { ...change, options: storedTerms.parse(options) }])
  return found
}

async function findMostPaid(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, Map<string, bigint>>> {
  const rows =
    ids.length === 0
      ? []
      : await tx.$queryRaw<{ id: bigint; network: string; most: string }[]>`
          SELECT entry_id AS id, network, max(amount_atomic / times)::numeric(78, 0)::text AS most
          FROM catalog_settlements WHERE entry_id = ANY(${ids}) AND is_organic GROUP BY 1, 2`
  const found = new Map<bigint, Map<string, bigint>>()
  for (const { id, network, most } of rows)
    found.set(id, (found.get(id) ?? new Map<string, bigint>()).set(network, BigInt(most)))
  return found
}

/** The middle price of listings on other hosts that share a tag. Those without a tag have no kind that is known. */
async function priceKin(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, bigint>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.$queryRaw<{ id: bigint; middle: bigint }[]>`
    SELECT mine.entry_id AS id, kin.middle FROM catalog_documents mine, LATERAL (
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY other.min_micro_dollars) AS middle, count(*) AS kin FROM (
        SELECT min_micro_dollars FROM catalog_documents
        WHERE tags && mine.tags AND host_group <> mine.host_group AND min_micro_dollars IS NOT NULL LIMIT ${KIN}
      ) other
    ) kin WHERE mine.entry_id = ANY(${ids}) AND kin.kin >= ${FEWEST_KIN}`
  return new Map(rows.map(({ id, middle }) => [id, middle]))
}

/** Listings of the same wallet that an entry's only independent payer pays. */
async function readPayers(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, number>> {
  const rows = await tx.$queryRaw<{ id: bigint; listings: number }[]>`
    SELECT mine.id, count(DISTINCT paid.entry_id)::int AS listings FROM (
      SELECT known.entry_id AS id, min(known.payer) AS payer FROM catalog_payers known
      JOIN catalog_entries entry ON entry.id = known.entry_id
      WHERE known.entry_id = ANY(${ids}) AND entry.organic_payers = 1 GROUP BY 1
    ) mine, LATERAL (
      SELECT pay_to FROM catalog_settlements WHERE entry_id = mine.id AND is_organic AND payer = mine.payer LIMIT 1
    ) payee, LATERAL (
      SELECT entry_id FROM catalog_settlements WHERE payer = mine.payer AND pay_to = payee.pay_to LIMIT ${MOST_PAYMENTS}
    ) paid GROUP BY mine.id`
  return new Map(rows.map(({ id, listings }) => [id, listings]))
}

async function readFundings(tx: DatabaseTransaction, ids: bigint[]): Promise<Map<bigint, Facts['funding'] & object>> {
  const rows = await tx.$queryRaw<(Facts['funding'] & object & { id: bigint })[]>`
    SELECT known.entry_id AS id, count(DISTINCT known.payer)::int AS payers, min(funding.transaction) AS transaction
    FROM catalog_settlements known JOIN catalog_fundings funding USING (network, pay_to, payer)
    WHERE known.entry_id = ANY(${ids}) AND NOT known.is_organic AND funding.transaction IS NOT NULL GROUP BY 1`
  return new Map(rows.map(({ id, ...funding }) => [id, funding]))
}

async function readHosts(tx: DatabaseTransaction, entries: CatalogEntry[]) {
  const hosts = [...new Set(entries.flatMap((entry) => hostOf(entry) ?? []))]
  const rows = await tx.catalogHost.findMany({ where: { host: { in: hosts } } })
  return new Map(rows.map((row) => [row.host, row]))
}
