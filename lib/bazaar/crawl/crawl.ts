import { workOnRow } from '@/lib/base/infra/work-on-row'
import type { RouteMethod } from '@/lib/base/x402/route-key'
import type { EntryDraft } from '../entry/draft'
import { isLoopbackHost } from '../entry/public-host'
import { saveEntries } from '../ingest/save-entries'
import type { CatalogDeps } from '../ports'
import { askAnyPath } from './any-path'
import { askResource, noteHostOutcome, takeHostTurn } from './ask-resource'
import { recordProbe } from './record-probe'
import { mayCrawl } from './robots'

type Due = {
  id: bigint
  key: string
  resource: string
  probe_url: string | null
  type: string
  method: string | null
  tool_name: string | null
  source: string
  source_label: string
}

const LEASE_MS = 120_000
const BLOCKED_MS = 86_400_000

/**
 * Checks listed resources that are due: whether they still answer 402, and on what terms; tools at their MCP server,
 * where one is known. Politely: one resource of a host at a time with pauses, longer ones after failures, and not where
 * robots.txt says no. In the demo only loopback is asked. Several workers may run it at once. Returns their number.
 */
export async function crawlDue(deps: CatalogDeps, limit = 20): Promise<number> {
  let asked = 0
  for (let taken = 0; taken < limit; taken += 1) {
    const entry = await takeDue(deps)
    if (!entry) break
    const work = () => ask(deps, entry)
    const postponeTo = (nextProbeAt: Date) =>
      deps.database.catalogEntry.updateMany({ where: { id: entry.id }, data: { nextProbeAt } })
    if (await workOnRow(deps, { job: 'catalog crawler', row: entry.key }, { work, postpone: postponeTo })) asked += 1
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
      WHERE next_probe_at <= ${now} AND status = 'listed'
        AND (type = 'http' OR (host <> '' AND source <> 'own'))
        AND (${reach === 'public'} OR host ~ '(^|\\.)localhost$' OR host ~ '^127\\.')
      ORDER BY next_probe_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING entry.id, entry.key, entry.resource, entry.probe_url, entry.type, entry.method,
      entry.tool_name, entry.source, entry.source_label`
  return entry ?? null
}

async function ask(deps: CatalogDeps, entry: Due): Promise<boolean> {
  const now = deps.clock()
  const url = URL.parse(entry.probe_url ?? entry.resource)
  // A template without a known address cannot be asked; nor, in the demo, anything beyond this machine.
  const isAskable =
    url !== null &&
    !/[:{*]/.test(url.pathname) &&
    (deps.reach === 'public' || isLoopbackHost(url.hostname)) &&
    (entry.type === 'http' || url.origin !== deps.publicOrigin)
  if (!isAskable) return postpone(deps, entry, BLOCKED_MS)
  if (!(await takeHostTurn(deps.database, url.host, now))) return postpone(deps, entry, 5_000)
  if (!(await mayCrawl(deps, url, now))) return postpone(deps, entry, BLOCKED_MS)
  const method = (entry.method ?? 'GET') as RouteMethod
  const toolName = entry.type === 'mcp' ? entry.tool_name : null
  const { probe, outcome } = await askResource(deps, { url: url.href, method, toolName })
  await noteHostOutcome(deps.database, url.host, probe.isUp, now)
  if (outcome && !outcome.ok)
    deps.log.info({ key: entry.key, reason: outcome.reason }, 'a listed resource answers something else now')
  if (probe.isUp && toolName === null && (await mayCrawl(deps, new URL('/', url), now)))
    await askAnyPath(deps, url, now)
  const isMatch = outcome?.ok ? await refresh(deps, entry, outcome.draft, url.href) : entry.type === 'http'
  const differs = { ...probe, isUp: false, problem: 'terms_differ' as const }
  await recordProbe(deps, entry.id, probe.isUp && !isMatch ? differs : probe, now)
  return true
}

async function postpone({ database, clock }: CatalogDeps, entry: Due, byMs: number): Promise<false> {
  await database.catalogEntry.update({
    where: { id: entry.id },
    data: { nextProbeAt: new Date(clock().getTime() + byMs) },
  })
  return false
}

/**
 * Updates the entry from the live 402, if that is still about this entry; a change of terms goes into the history.
 * False for a tool that its server offers on other terms than a payment of it had: then it is not the one that was paid
 * for.
 */
async function refresh(deps: CatalogDeps, entry: Due, live: EntryDraft, url: string): Promise<boolean> {
  // This site tells the catalog about its own resources, so a probe changes nothing.
  if (deps.sellers?.owns(url)) return true
  const source = entry.source === 'imported' ? 'probed' : (entry.source as 'own' | 'settled' | 'probed')
  const isTemplate = entry.type === 'http' && entry.method === null
  const draft = isTemplate ? { ...live, key: entry.key } : live
  if (draft.key !== entry.key) return entry.type === 'http'
  await saveEntries(
    deps.database,
    [{ draft, provenance: { source, sourceLabel: entry.source_label, verification: 'live', probeUrl: url } }],
    deps.clock(),
  )
  return true
}
