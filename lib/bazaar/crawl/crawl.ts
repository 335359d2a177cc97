import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, sql } from '@/lib/base/infra/database'
import { workOnRow } from '@/lib/base/infra/jobs'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import type { EntryDraft } from '../entry/draft'
import { isLoopbackHost } from '../entry/entry-key'
import { inTransaction } from '../ingest/catalog-sql'
import { saveEntries } from '../ingest/save-entries'
import type { CatalogDeps } from '../ports'
import { recordProbe } from './probe-resource'
import { askResource, noteHostOutcome, PAUSE_MS, takeHostTurn } from './probe-url'
import { mayCrawl } from './robots'

type DueEntry = {
  id: bigint
  key: string
  resource: string
  host_group: string
  probe_url: string | null
  method: string | null
  source: string
  source_label: string
}

const LEASE_MS = 120_000
const BLOCKED_MS = 86_400_000
/** Enough for 2.5 answers a second where most hosts let it wait until its time is over. */
const AT_ONCE = 16
/** Each turn of a host is left to people and new payments first: what is due of a busy host would take them all. */
const LEFT_MS = 1_000

/**
 * Checks listed resources that are due: whether they still answer 402, and on what terms. Politely: one resource of a host at a time with pauses, longer ones after failures, and not where
 * robots.txt says no. In the demo only loopback is asked. Several workers may run it at once. Returns their number.
 */
export async function crawlDue(
  deps: CatalogDeps,
  { limit = 100, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const running = new Set<Promise<unknown>>()
  let asked = 0
  let fault: unknown = null
  try {
    for (let taken = 0; taken < limit && fault === null && signal?.aborted !== true; taken += 1) {
      const entry = await takeDue(deps)
      if (!entry) {
        if (running.size === 0) break
        // A slow answer keeps no host waiting whose turn comes in between.
        await Promise.race([...running, sleep(PAUSE_MS, undefined, { ref: false })])
        continue
      }
      // One after the other: what is due of a busy host has its turns before the next entry is taken.
      const url = await takeTurn(deps, entry)
      if (!url) continue
      const work = () => ask(deps, entry, url)
      const postpone = (nextProbeAt: Date) => postponeTo(deps, entry, nextProbeAt)
      const look = workOnRow(deps, { job: 'catalog crawler', row: entry.key }, { work, postpone })
        .then((isAsked) => void (asked += Number(isAsked === true)))
        .catch((error: unknown) => void (fault ??= error))
        .finally(() => running.delete(look))
      running.add(look)
      if (running.size >= AT_ONCE) await Promise.race(running)
    }
  } finally {
    await Promise.all(running)
  }
  if (fault !== null) throw fault
  return asked
}

/** One at a time, so that none waits behind slow hosts until its lease is over. */
async function takeDue({ database, clock, reach }: CatalogDeps): Promise<DueEntry | null> {
  const now = clock()
  const [entry] = await database.rows<DueEntry>(sql`
    UPDATE catalog_entries entry SET next_probe_at = ${new Date(now.getTime() + LEASE_MS)}
    WHERE entry.id = (
      SELECT id FROM catalog_entries
      WHERE next_probe_at <= ${now} AND status = 'listed' AND type = 'http'
        AND (${reach === 'public'} OR host ~ '(^|\\.)localhost$' OR host ~ '^127\\.')
      ORDER BY next_probe_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING entry.id, entry.key, entry.resource, entry.host_group, entry.probe_url, entry.method, entry.source, entry.source_label`)
  return entry ?? null
}

/** Its address, where its host may be asked now; else it is due later. */
async function takeTurn(deps: CatalogDeps, entry: DueEntry): Promise<URL | null> {
  const url = URL.parse(entry.probe_url ?? entry.resource)
  // A template without a known address cannot be asked; nor, in the demo, anything beyond this machine.
  const isAskable =
    url !== null && !/[:{*]/.test(url.pathname) && (deps.reach === 'public' || isLoopbackHost(url.hostname))
  if (!isAskable) await postpone(deps, entry, BLOCKED_MS)
  else if (await takeHostTurn(deps.database, url.host, deps.clock(), LEFT_MS)) return url
  else await queueUp(deps, entry, url.host)
  return null
}

async function ask(deps: CatalogDeps, entry: DueEntry, url: URL): Promise<boolean> {
  const now = deps.clock()
  if (!(await mayCrawl(deps, url, now))) return postpone(deps, entry, BLOCKED_MS)
  const method = (entry.method ?? 'GET') as RouteMethod
  const { probe, outcome } = await askResource(deps, url.href, method)
  await noteHostOutcome(deps.database, url.host, probe, now)
  if (outcome && !outcome.ok)
    deps.log.info({ key: entry.key, reason: outcome.code }, 'a listed resource answers something else now')
  if (outcome?.ok) await refresh(deps, entry, outcome.draft, url.href)
  await recordProbe(deps, entry.id, probe, now)
  return true
}

const postponeTo = ({ database }: CatalogDeps, { id }: DueEntry, nextProbeAt: Date) =>
  database.catalogEntry.updateMany({ where: { id }, data: { nextProbeAt } })

async function postpone(deps: CatalogDeps, entry: DueEntry, byMs: number): Promise<false> {
  await postponeTo(deps, entry, new Date(deps.clock().getTime() + byMs))
  return false
}

/**
 * Gives all that is due of a busy host a turn each, the longest overdue first: a host with thousands of entries neither
 * keeps others waiting nor is asked faster, and one that has more than a day has turns for is looked at more rarely.
 */
async function queueUp({ database, clock }: CatalogDeps, entry: DueEntry, host: string): Promise<void> {
  const now = clock()
  await inTransaction(database, (tx) =>
    tx.execute(sql`
      UPDATE catalog_entries entry SET next_probe_at = greatest(host.next_allowed_at + ${LEFT_MS} * interval '1 millisecond', ${now})
        + turn.place * ${PAUSE_MS + LEFT_MS}::float8 * interval '1 millisecond'
      FROM catalog_hosts host, (
        SELECT id, row_number() OVER (ORDER BY due_at, id) - 1 AS place FROM (
          SELECT id, CASE WHEN id = ${entry.id} THEN to_timestamp(0) ELSE next_probe_at END AS due_at FROM catalog_entries
          WHERE host_group = ${entry.host_group} AND split_part(coalesce(probe_url, resource), '/', 3) = ${host} AND (next_probe_at <= ${now} OR id = ${entry.id})
          FOR NO KEY UPDATE SKIP LOCKED) due
      ) turn
      WHERE host.host = ${host} AND entry.id = turn.id`),
  )
}

/** Updates the entry from the live 402, if that is still about this entry. */
async function refresh(deps: CatalogDeps, entry: DueEntry, live: EntryDraft, url: string): Promise<void> {
  // This site tells the catalog about its own resources, so a probe changes nothing.
  if (deps.sellers?.owns(url)) return
  const source = entry.source === 'imported' ? 'probed' : (entry.source as 'own' | 'settled' | 'probed')
  const draft = entry.method === null ? { ...live, key: entry.key } : live
  if (draft.key !== entry.key) return
  await saveEntries(
    deps.database,
    [{ draft, provenance: { source, sourceLabel: entry.source_label, verification: 'live', probeUrl: url } }],
    deps.clock(),
  )
}

export async function surveyCrawl(database: Database, now: Date) {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const [due, probesLastHour, failedLastHour, waitingListings] = await Promise.all([
    database.catalogEntry.count({ where: { nextProbeAt: { lte: now } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo }, isUp: false } }),
    database.catalogPendingListing.count({ where: { state: 'waiting' } }),
  ])
  return { crawler: { due, probesLastHour, failedLastHour, waitingListings } }
}
