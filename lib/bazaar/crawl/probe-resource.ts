import { z } from 'zod'
import { type Database, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { daysBefore, prune } from '@/lib/base/infra/prune'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type RouteMethod, routeMethods } from '@/lib/base/x402/route-pattern'
import { isPublicHostName } from '../entry/entry-key'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import { ESTABLISHED_PAYERS } from '../entry/warnings'
import { inTransaction } from '../ingest/catalog-sql'
import { indexDocuments } from '../ingest/index-documents'
import { saveEntries } from '../ingest/save-entries'
import type { CatalogDeps } from '../ports'
import { askResource, type Probe, type ProbeAnswer, takeHostTurn } from './probe-url'

export const probeInput = z.object({
  url: z.string().min(1).max(2_048),
  method: z.enum(routeMethods).default('GET'),
})

/**
 * Lists a resource that proves itself: it is asked without payment, and its 402 is what gets listed.
 * Throws `PROBE_TOO_SOON` when the host was asked a moment ago, `INVALID_URL` for an address that may not be asked.
 */
export async function probeResource(deps: CatalogDeps, input: unknown): Promise<ListingOutcome> {
  const { url, answer } = await askInTurn(deps, input)
  return listProbed(deps, { url: url.href, answer, sourceLabel: 'probe' })
}

export async function askInTurn(deps: CatalogDeps, input: unknown) {
  const { url, method } = parseProbeInput(input, deps)
  if (!(await takeHostTurn(deps.database, url.host, deps.clock()))) {
    throw new DomainError('PROBE_TOO_SOON', 'This host was asked a moment ago. Try again in a few seconds.')
  }
  return { url, method, answer: await askResource(deps, url.href, method) }
}
export function parseProbeInput(input: unknown, { reach }: CatalogDeps): { url: URL; method: RouteMethod } {
  const parsed = probeInput.safeParse(input)
  const url = parsed.success ? URL.parse(parsed.data.url) : null
  if (!parsed.success || url === null || !/^https?:$/.test(url.protocol)) {
    throw new DomainError('INVALID_URL', 'Expected { "url": an absolute http(s) address, "method": an HTTP method }.')
  }
  if (!isPublicHostName(url.hostname, { allowLoopback: reach === 'loopback' })) {
    throw new DomainError('INVALID_URL', say('listing.rejections.notPublic'))
  }
  url.hash = ''
  return { url, method: parsed.data.method }
}

export async function listProbed(
  deps: CatalogDeps,
  {
    url,
    answer: { probe, outcome },
    sourceLabel,
    source = 'probed',
  }: { url: string; answer: ProbeAnswer; sourceLabel: string; source?: 'probed' | 'settled' },
): Promise<ListingOutcome> {
  if (outcome === null) return rejected(probe.problem ?? 'not_402', probeAdvice(probe))
  if (!outcome.ok) return outcome
  const now = deps.clock()
  // A 402 over HTTP tells the price of a tool, but not that a server offers it.
  const isProven = outcome.draft.type === 'http'
  const verification = isProven ? ('live' as const) : ('unverified' as const)
  const provenance = { source, sourceLabel, verification, probeUrl: url }
  const isSellers = deps.sellers?.owns(url) ?? false
  if (!isSellers) await saveEntries(deps.database, [{ draft: outcome.draft, provenance }], now)
  const entry = await deps.database.catalogEntry.findUnique({
    where: { key: outcome.draft.key },
    select: { id: true, status: true },
  })
  if (!entry || (isSellers && entry.status === 'gone')) {
    return rejected('listed_by_seller', say('listing.rejections.soldHere'))
  }
  if (entry.status === 'delisted') return rejected('delisted', say('listing.rejections.delisted'))
  if (isProven) await recordProbe(deps, entry.id, probe, now)
  return { status: 'success', key: outcome.draft.key }
}

export const probeAdvice = ({ problem, status }: Probe): Sentence =>
  problem === null || problem === 'not_402'
    ? say('listing.probe.not_402', { value: String(status) })
    : say(`listing.probe.${problem}`)

const HOUR_MS = 3_600_000
/** After so many failures in a row over at least a day an entry counts as dead. */
const DEAD_AFTER_FAILURES = 6
const DEAD_AFTER_MS = 24 * HOUR_MS

/**
 * Stores a probe's result and updates what depends on it: uptime over a day and a month, the next probe's time, whether
 * the entry is live, failing or dead. A resource that never answered stays unverified; it is never called dead. The next
 * probe is due in an hour for what three independent wallets pay, in six for what one pays, in a day for all others; after
 * a failure in an hour, and twice as late after each further one.
 */
export async function recordProbe(
  { database, probeIntervalMs }: CatalogDeps,
  entryId: bigint,
  { isUp, status, latencyMs, problem }: Probe,
  now: Date,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * HOUR_MS)
  const monthAgo = new Date(now.getTime() - 30 * 24 * HOUR_MS)
  const deadSince = new Date(now.getTime() - DEAD_AFTER_MS)
  await inTransaction(database, async (tx) => {
    await tx.catalogProbe.create({ data: { entryId, probedAt: now, isUp, status, latencyMs, problem } })
    await tx.execute(sql`
      UPDATE catalog_entries entry SET
        uptime_24h = health.day, uptime_30d = health.month, last_probed_at = ${now},
        next_probe_at = ${now}::timestamptz + interval '1 millisecond' * coalesce(${probeIntervalMs ?? null}::float8, ${HOUR_MS}::float8 * CASE
          WHEN entry.recent_payers >= ${ESTABLISHED_PAYERS} THEN 1
          WHEN ${isUp} THEN CASE WHEN entry.recent_payers > 0 THEN 6 ELSE 24 END
          ELSE least(24, power(2, least(entry.failed_in_a_row, 20))) END),
        latency_ms = coalesce(${latencyMs}::int, entry.latency_ms),
        failed_in_a_row = CASE WHEN ${isUp} THEN 0 ELSE entry.failed_in_a_row + 1 END,
        verification = CASE
          WHEN ${isUp} THEN 'live'
          WHEN entry.verification = 'unverified' THEN 'unverified'
          WHEN entry.failed_in_a_row + 1 >= ${DEAD_AFTER_FAILURES} AND coalesce(health.last_up, entry.first_seen_at) < ${deadSince} THEN 'dead'
          ELSE 'failing' END
      FROM (
        SELECT avg(is_up::int) FILTER (WHERE probed_at > ${dayAgo}) AS day, avg(is_up::int) AS month,
          max(probed_at) FILTER (WHERE is_up) AS last_up
        FROM catalog_probes WHERE entry_id = ${entryId} AND probed_at > ${monthAgo}
      ) health
      WHERE entry.id = ${entryId}`)
    await indexDocuments(tx, [entryId], now)
  })
}

const KEPT_DAYS = 31

export async function forgetOldProbes(database: Database, now: Date): Promise<void> {
  await prune((limit) =>
    database.execute(sql`
      DELETE FROM catalog_probes WHERE id = ANY (ARRAY(
        SELECT id FROM catalog_probes WHERE probed_at < ${daysBefore(now, KEPT_DAYS)}::timestamptz
        ORDER BY probed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`),
  )
}
