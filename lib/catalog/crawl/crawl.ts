import type { RouteMethod } from '@/lib/x402/route-key'
import { isLoopbackHost } from '../entry/public-host'
import { draftFromChallenge } from '../ingest/draft-from-challenge'
import { saveEntries } from '../ingest/save-entries'
import type { CatalogDeps } from '../ports'
import { noteHostOutcome, takeHostTurn } from './host-turn'
import { probeUrl } from './probe-url'
import { recordProbe } from './record-probe'
import { mayCrawl } from './robots'

type Due = {
  id: bigint
  key: string
  resource: string
  probe_url: string | null
  method: string | null
  source: string
  source_label: string
}

const LEASE_MS = 120_000
const BLOCKED_MS = 86_400_000

/**
 * Asks listed resources that are due whether they still answer 402, and on what terms. Politely: one request per host
 * at a time with pauses, longer ones after failures, and not where robots.txt says no. In the demo only loopback is
 * asked. Several workers may run it at once. Returns how many were asked.
 */
export async function crawlDue(deps: CatalogDeps, limit = 20): Promise<number> {
  let asked = 0
  for (let taken = 0; taken < limit; taken += 1) {
    const entry = await takeDue(deps)
    if (!entry) break
    if (await ask(deps, entry)) asked += 1
  }
  return asked
}

/** One at a time, so that none waits behind slow hosts until its lease is over. */
async function takeDue({ database, clock, reach }: CatalogDeps): Promise<Due | null> {
  const now = clock()
  const [entry] = await database.$queryRaw<Due[]>`
    UPDATE catalog_entries entry SET next_probe_at = ${new Date(now.getTime() + LEASE_MS)}
    WHERE entry.id = (
      SELECT id FROM catalog_entries
      WHERE next_probe_at <= ${now} AND type = 'http' AND status = 'listed'
        AND (${reach === 'public'} OR host ~ '(^|\\.)localhost$' OR host ~ '^127\\.')
      ORDER BY next_probe_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING entry.id, entry.key, entry.resource, entry.probe_url, entry.method, entry.source, entry.source_label`
  return entry ?? null
}

async function ask(deps: CatalogDeps, entry: Due): Promise<boolean> {
  const now = deps.clock()
  const url = URL.parse(entry.probe_url ?? entry.resource)
  // A template without a known address cannot be asked; nor, in the demo, anything beyond this machine.
  const isAskable =
    url !== null && !/[:{*]/.test(url.pathname) && (deps.reach === 'public' || isLoopbackHost(url.hostname))
  if (!isAskable) return postpone(deps, entry, BLOCKED_MS)
  if (!(await takeHostTurn(deps.database, url.host, now))) return postpone(deps, entry, 5_000)
  if (!(await mayCrawl(deps, url, now))) return postpone(deps, entry, BLOCKED_MS)
  const method = (entry.method ?? 'GET') as RouteMethod
  const probe = await probeUrl(deps, url.href, method)
  await noteHostOutcome(deps.database, url.host, probe.isUp, now)
  if (probe.challenge !== null) await refresh(deps, entry, { url: url.href, method, challenge: probe.challenge })
  await recordProbe(deps, entry.id, probe, now)
  return true
}

async function postpone({ database, clock }: CatalogDeps, entry: Due, byMs: number): Promise<false> {
  await database.catalogEntry.update({
    where: { id: entry.id },
    data: { nextProbeAt: new Date(clock().getTime() + byMs) },
  })
  return false
}

/** Takes over what the live 402 says, if it still speaks of this entry; a change of terms goes into the history. */
async function refresh(
  deps: CatalogDeps,
  entry: Due,
  { url, method, challenge }: { url: string; method: RouteMethod; challenge: Record<string, unknown> },
): Promise<void> {
  const outcome = draftFromChallenge(challenge, { url, method, allowLoopback: deps.reach === 'loopback' })
  if (!outcome.ok) {
    deps.log.info({ key: entry.key, reason: outcome.reason }, 'a listed resource answers something else now')
    return
  }
  // Of what is sold here the catalog is told, and what it is told stands.
  if (deps.sellers?.owns(url)) return
  const source = entry.source === 'imported' ? 'probed' : (entry.source as 'own' | 'settled' | 'probed')
  const draft =
    outcome.draft.key === entry.key || entry.method !== null ? outcome.draft : { ...outcome.draft, key: entry.key }
  if (draft.key !== entry.key) return
  await saveEntries(
    deps.database,
    [{ draft, provenance: { source, sourceLabel: entry.source_label, verification: 'live', probeUrl: url } }],
    deps.clock(),
  )
}
