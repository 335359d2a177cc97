import { Prisma, type Database, type DatabaseTransaction } from '@/lib/infra/database'
import type { EntryDraft } from '../entry/draft'
import { hostGroup } from '../entry/entry-key'
import { takeNewsTurn } from './events'
import { inTransaction } from './in-transaction'
import { indexDocuments } from './index-documents'
import { fingerprintProse } from './prose'
import { recordPriceChanges } from './record-price-changes'

/** How an entry came to be known; a later word of a lower rank never replaces one of a higher. */
export type Source = 'own' | 'settled' | 'probed' | 'imported'

export type Provenance = {
  source: Source
  sourceLabel: string
  verification: 'unverified' | 'live'
  /** When the resource was first seen, if the source is trusted to say so. */
  firstSeenAt?: Date
  probeUrl?: string | null
}

export type SavedEntry = { id: bigint; key: string; isNew: boolean; isChanged: boolean }

type EntryRow = { id: bigint; key: string; is_new: boolean }

const SOURCE_RANK: Record<Source, number> = { imported: 0, probed: 1, settled: 1, own: 2 }

/**
 * Lists drafts or brings their entries up to date, all or none, and makes them searchable. An entry that its owner
 * delisted stays delisted; one of a higher rank stays as it is.
 */
export async function saveEntries(
  database: Database,
  items: { draft: EntryDraft; provenance: Provenance }[],
  now: Date,
  options: { isTrusted?: boolean } = {},
): Promise<SavedEntry[]> {
  const unique = [...new Map(items.map((item) => [item.draft.key, item])).values()]
  if (unique.length === 0) return []
  return inTransaction(database, async (tx) => {
    const rows = await upsertEntries(tx, unique, now)
    const byKey = new Map(unique.map((item) => [item.draft.key, item.draft]))
    const saved = rows
      .map((row) => ({ row, draft: byKey.get(row.key) }))
      .filter((pair): pair is { row: EntryRow; draft: EntryDraft } => pair.draft !== undefined)
    const changedIds = await recordPriceChanges(
      tx,
      saved.map(({ row, draft }) => ({ entryId: row.id, options: draft.options, isNew: row.is_new })),
      now,
    )
    await replaceOptions(
      tx,
      saved.map(({ row, draft }) => ({ entryId: row.id, options: draft.options })),
    )
    await indexDocuments(
      tx,
      rows.map((row) => row.id),
      now,
      options,
    )
    const outcome = rows.map((row) => ({
      id: row.id,
      key: row.key,
      isNew: row.is_new,
      isChanged: changedIds.has(row.id),
    }))
    await announceSaved(tx, outcome, now)
    return outcome
  })
}

const asJson = (value: unknown) =>
  JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? item.toString() : item))

async function upsertEntries(
  tx: DatabaseTransaction,
  items: { draft: EntryDraft; provenance: Provenance }[],
  now: Date,
): Promise<EntryRow[]> {
  const rows = items
    .map(({ draft, provenance }) => entryRow(draft, provenance, now))
    // One order for all writers, so that two of them never wait for each other.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  return tx.$queryRaw<EntryRow[]>`
    insert into catalog_entries as entry (
      key, type, resource, method, tool_name, host, host_group, x402_version, name, description, mime_type, service_name,
      tags, icon_url, input, output, extensions, metadata, problems, source, source_label, verification, status,
      sketch, prose_hash, suspicions, first_seen_at, last_updated_at, next_probe_at, probe_url)
    select key, type, resource, method, tool_name, host, host_group, x402_version, name, description, mime_type, service_name,
      tags, icon_url, input, output, extensions, metadata, problems, source, source_label, verification, 'listed',
      sketch, prose_hash, suspicions, first_seen_at, last_updated_at, next_probe_at, probe_url
    from jsonb_to_recordset(${asJson(rows)}::jsonb) as row(
      key text, type text, resource text, method text, tool_name text, host text, host_group text, x402_version int,
      name text, description text, mime_type text, service_name text, tags text[], icon_url text, input jsonb,
      output jsonb, extensions jsonb, metadata jsonb, problems text[], source text, source_label text, verification text,
      sketch int[], prose_hash bigint, suspicions text[], first_seen_at timestamptz, last_updated_at timestamptz,
      next_probe_at timestamptz, probe_url text)
    on conflict (key) do update set
      description = excluded.description, name = excluded.name, mime_type = excluded.mime_type,
      service_name = excluded.service_name, tags = excluded.tags, icon_url = excluded.icon_url,
      input = coalesce(excluded.input, entry.input), output = coalesce(excluded.output, entry.output),
      extensions = coalesce(excluded.extensions, entry.extensions), metadata = excluded.metadata,
      problems = excluded.problems, source = excluded.source, source_label = excluded.source_label,
      verification = excluded.verification, x402_version = excluded.x402_version,
      status = case when entry.status = 'delisted' then 'delisted' else 'listed' end,
      sketch = excluded.sketch, prose_hash = excluded.prose_hash,
      suspicions = array(select distinct unnest(excluded.suspicions || array_remove(entry.suspicions, 'stuffed'))),
      last_updated_at = excluded.last_updated_at, probe_url = coalesce(excluded.probe_url, entry.probe_url),
      next_probe_at = coalesce(entry.next_probe_at, excluded.next_probe_at)
    where ${sourceRankSql('entry.source')} < ${sourceRankSql('excluded.source')}
       or (${sourceRankSql('entry.source')} = ${sourceRankSql('excluded.source')} and entry.last_updated_at <= excluded.last_updated_at)
    returning entry.id, entry.key, (xmax = 0) as is_new`
}

const sourceRankSql = (column: 'entry.source' | 'excluded.source') =>
  Prisma.raw(
    `(case ${column} ${Object.entries(SOURCE_RANK)
      .map(([source, rank]) => `when '${source}' then ${rank}`)
      .join(' ')} end)`,
  )

function entryRow(draft: EntryDraft, provenance: Provenance, now: Date) {
  const prose = fingerprintProse(draft.description)
  const lastUpdatedAt = provenance.source === 'imported' ? (draft.lastUpdated ?? now) : now
  return {
    key: draft.key,
    type: draft.type,
    resource: draft.resource,
    method: draft.method,
    tool_name: draft.toolName,
    host: draft.host,
    host_group: hostGroup(draft.host) || draft.resource,
    x402_version: draft.x402Version,
    name: draft.name,
    description: draft.description,
    mime_type: draft.mimeType,
    service_name: draft.serviceName,
    tags: draft.tags,
    icon_url: draft.iconUrl,
    input: draft.input,
    output: draft.output,
    extensions: draft.extensions,
    metadata: draft.metadata,
    problems: draft.problems,
    source: provenance.source,
    source_label: provenance.sourceLabel,
    verification: provenance.verification,
    sketch: prose.sketch,
    prose_hash: prose.hash,
    suspicions: prose.isStuffed ? ['stuffed'] : [],
    first_seen_at: (provenance.firstSeenAt ?? now).toISOString(),
    last_updated_at: (lastUpdatedAt > now ? now : lastUpdatedAt).toISOString(),
    next_probe_at: draft.type === 'http' ? now.toISOString() : null,
    probe_url: provenance.probeUrl ?? null,
  }
}

async function replaceOptions(
  tx: DatabaseTransaction,
  entries: { entryId: bigint; options: EntryDraft['options'] }[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.flatMap(({ entryId, options }) =>
    options.map((option, position) => ({
      entry_id: entryId,
      position,
      scheme: option.scheme,
      network: option.network,
      asset: option.asset,
      amount_atomic: option.amountAtomic,
      micro_dollars: option.microDollars,
      pay_to: option.payTo,
      max_timeout_seconds: option.maxTimeoutSeconds,
      extra: option.extra,
    })),
  )
  await tx.$executeRaw`delete from catalog_payment_options where entry_id = any(${entries.map(({ entryId }) => entryId)})`
  await tx.$executeRaw`
    insert into catalog_payment_options (entry_id, position, scheme, network, asset, amount_atomic, micro_dollars, pay_to, max_timeout_seconds, extra)
    select * from jsonb_to_recordset(${asJson(rows)}::jsonb) as row(
      entry_id bigint, position int, scheme text, network text, asset text, amount_atomic numeric, micro_dollars bigint,
      pay_to text, max_timeout_seconds int, extra jsonb)`
}

/** News for those who watch: what is new, and what changed its price or payee. */
async function announceSaved(tx: DatabaseTransaction, saved: SavedEntry[], now: Date): Promise<void> {
  const news = saved.filter(({ isNew, isChanged }) => isNew || isChanged)
  if (news.length === 0) return
  await takeNewsTurn(tx)
  await tx.$executeRaw`
    insert into catalog_events (kind, key, resource, happened_at)
    select case when entry.key = any(${news.filter(({ isNew }) => isNew).map(({ key }) => key)}) then 'added' else 'changed' end, entry.key, entry.resource, ${now}
    from catalog_entries entry where entry.id = any(${news.map(({ id }) => id)}) and entry.status = 'listed' order by entry.id`
}
