import { isDeepStrictEqual } from 'node:util'
import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import type { EntryDraft, OptionDraft } from '../entry/draft'
import { hostGroup } from '../entry/entry-key'
import { excludedSql, insertSql, inTransaction } from './catalog-sql'
import { indexDocuments } from './index-documents'
import { fingerprintProse, hash64 } from './prose'

export type Provenance = {
  /** The source of the entry; a later update of a lower rank never replaces one of a higher. */
  source: 'own' | 'settled' | 'probed' | 'imported'
  sourceLabel: string
  verification: 'unverified' | 'live'
  firstSeenAt?: Date
  probeUrl?: string | null
}

type SavedEntry = { id: bigint; key: string; isNew: boolean }

export type ListedDraft = { draft: EntryDraft; provenance: Provenance }

/**
 * Lists drafts or updates their entries, all or none, and makes them searchable. An entry that its owner delisted stays
 * delisted; one of a higher rank stays unchanged.
 */
export async function saveEntries(database: Database, items: ListedDraft[], now: Date): Promise<SavedEntry[]> {
  const byKey = new Map(items.map((item) => [item.draft.key, item]))
  if (byKey.size === 0) return []
  return inTransaction(database, async (tx) => {
    const rows = await upsertEntries(tx, [...byKey.values()], now)
    const terms = rows.map(({ id, key, isNew }) => ({
      entryId: id,
      isNew,
      options: byKey.get(key)?.draft.options ?? [],
    }))
    await noteChanges(tx, terms, now)
    await replaceOptions(tx, terms)
    const ids = rows.map(({ id }) => id)
    await indexDocuments(tx, ids, now)
    return rows
  })
}

async function upsertEntries(tx: DatabaseTransaction, items: ListedDraft[], now: Date): Promise<SavedEntry[]> {
  const rows = items
    .map((item) => entryRow(item, now))
    // One order for all writers, so that two of them never wait for each other.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const renewed = excludedSql<(typeof rows)[number]>(
    ...(['description', 'name', 'mimeType', 'serviceName', 'tags', 'iconUrl', 'metadata', 'problems'] as const),
    ...(['source', 'sourceLabel', 'verification', 'x402Version', 'sketch', 'proseHash', 'lastUpdatedAt'] as const),
  )
  const [rank, knownRank] = [rankSql('excluded.source'), rankSql('known.source')]
  return tx.rows(sql`
    ${insertSql('catalog_entries', rows)} ON CONFLICT (key) DO UPDATE SET ${renewed},
      input = coalesce(EXCLUDED.input, known.input), output = coalesce(EXCLUDED.output, known.output),
      extensions = coalesce(EXCLUDED.extensions, known.extensions),
      status = CASE WHEN known.status = 'delisted' THEN 'delisted' ELSE 'listed' END,
      probe_url = coalesce(EXCLUDED.probe_url, known.probe_url),
      next_probe_at = coalesce(known.next_probe_at, EXCLUDED.next_probe_at)
    WHERE ${knownRank} < ${rank} OR (${knownRank} = ${rank} AND known.last_updated_at <= EXCLUDED.last_updated_at)
    RETURNING known.id, known.key, (xmax = 0) AS "isNew"`)
}

const rankSql = (source: 'known.source' | 'excluded.source') =>
  sql.raw(`(CASE ${source} WHEN 'imported' THEN 0 WHEN 'own' THEN 2 ELSE 1 END)`)

function entryRow({ draft, provenance }: ListedDraft, now: Date) {
  const { options: _options, lastUpdated, ...facts } = draft
  const prose = fingerprintProse(draft.description)
  const lastUpdatedAt = provenance.source === 'imported' ? (lastUpdated ?? now) : now
  return {
    ...facts,
    ...provenance,
    hostGroup: hostGroup(draft.host) || draft.resource,
    status: 'listed',
    sketch: prose.sketch,
    proseHash: prose.hash,
    firstSeenAt: provenance.firstSeenAt ?? now,
    lastUpdatedAt: lastUpdatedAt > now ? now : lastUpdatedAt,
    nextProbeAt: firstProbeAt(draft, provenance, now),
    probeUrl: provenance.probeUrl ?? null,
  }
}

const FIRST_PROBES_MS = 6 * 3_600_000

/** A whole list that is imported must not make what is paid for wait, so its entries are due one after the other. */
function firstProbeAt({ type, key }: EntryDraft, { source }: Provenance, now: Date): Date | null {
  // A tool is known by its payments only.
  if (type === 'mcp') return null
  const share = source === 'imported' ? Number(BigInt.asUintN(32, hash64(key))) / 2 ** 32 : 0
  return new Date(now.getTime() + share * FIRST_PROBES_MS)
}

async function replaceOptions(
  tx: DatabaseTransaction,
  entries: { entryId: bigint; options: EntryDraft['options'] }[],
): Promise<void> {
  await tx.catalogPaymentOption.deleteMany({ where: { entryId: { in: entries.map(({ entryId }) => entryId) } } })
  const rows = entries.flatMap(({ entryId, options }) =>
    options.map((option, position) => ({ ...option, entryId, position })),
  )
  if (rows.length > 0) await tx.execute(insertSql('catalog_payment_options', rows))
}

type EntryTerms = Pick<OptionDraft, 'network' | 'asset' | 'payTo' | 'amountAtomic'>

/**
 * Notes of entries when their payee and their price changed, and when the price rose to ten times as much. Call it before
 * their options are replaced.
 */
async function noteChanges(
  tx: DatabaseTransaction,
  entries: { entryId: bigint; options: OptionDraft[]; isNew: boolean }[],
  now: Date,
): Promise<void> {
  const known = entries.filter(({ isNew }) => !isNew)
  const stored = await tx.catalogPaymentOption.findMany({
    where: { entryId: { in: known.map(({ entryId }) => entryId) } },
  })
  const before = stored.map((option) => ({
    ...option,
    amountAtomic: option.amountAtomic === null ? null : BigInt(option.amountAtomic.toFixed()),
  }))
  const changed = (isChange: (before: EntryTerms[], after: EntryTerms[]) => boolean) =>
    known.flatMap(({ entryId, options }) => {
      const old = before.filter((option) => option.entryId === entryId)
      return isChange(old, options) ? [entryId] : []
    })
  const [swapped, repriced, jumped] = [changed(hasNewPayee), changed(hasNewPrice), changed(hasJumped)]
  const all = [...swapped, ...repriced, ...jumped]
  if (all.length === 0) return
  await tx.execute(sql`
    UPDATE catalog_entries SET
      payee_changed_at = CASE WHEN id = ANY(${swapped}) THEN ${now} ELSE payee_changed_at END,
      price_changed_at = CASE WHEN id = ANY(${repriced}) THEN ${now} ELSE price_changed_at END,
      price_jumped_at = CASE WHEN id = ANY(${jumped}) THEN ${now} ELSE price_jumped_at END
    WHERE id = ANY(${all})`)
}

const hasNewPrice = (before: EntryTerms[], after: EntryTerms[]): boolean =>
  !isDeepStrictEqual(pricesOf(before), pricesOf(after))

const pricesOf = (terms: EntryTerms[]): string[] =>
  terms.map(({ network, asset, amountAtomic }) => `${network} ${asset} ${amountAtomic}`).sort()

/** A network that was there before, or any where none of those is left, now pays a wallet that it did not pay. */
function hasNewPayee(before: EntryTerms[], after: EntryTerms[]): boolean {
  const known = before.filter(({ payTo }) => payTo !== null)
  if (known.length === 0) return false
  const shared = after.filter(({ network }) => known.some((old) => old.network === network))
  const isKnown = ({ network, payTo }: EntryTerms) =>
    known.some((old) => old.payTo === payTo && (shared.length === 0 || old.network === network))
  return !(shared.length > 0 ? shared : after).every(isKnown)
}

const JUMP = 10n

/** A coin now costs ten times its lowest price of before, or more. */
const hasJumped = (before: EntryTerms[], after: EntryTerms[]): boolean =>
  after.some(({ network, asset, amountAtomic }) => {
    const known = before.filter((old) => old.network === network && old.asset === asset)
    const amounts = known.flatMap((old) =>
      old.amountAtomic !== null && old.amountAtomic > 0n ? [old.amountAtomic] : [],
    )
    return amountAtomic !== null && amounts.length > 0 && amounts.every((old) => amountAtomic >= JUMP * old)
  })
