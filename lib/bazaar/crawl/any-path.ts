import { randomBytes } from 'node:crypto'
import type { CatalogDeps } from '../ports'
import { PAUSE_MS } from './ask-resource'
import { probeUrl } from './probe-url'

const KEEP_MS = 86_400_000

/**
 * Whether a host asks for payment at an address that nobody made, and when that was tried: once a day for each host,
 * which then waits longer for its next request. A listing of such a host proves nothing. What it finds is looked at by
 * all entries of the host. Null where it cannot be tried.
 */
export async function askAnyPath(
  deps: Pick<CatalogDeps, 'database' | 'fetch' | 'reach' | 'publicOrigin'>,
  url: URL,
  now: Date,
): Promise<{ isPaid: boolean; at: Date } | null> {
  if (url.origin === deps.publicOrigin) return null
  const known = await deps.database.catalogHost.findUnique({ where: { host: url.host } })
  if (known?.anyPathAt && now.getTime() - known.anyPathAt.getTime() < KEEP_MS) {
    return { isPaid: known.isAnyPathPaid, at: known.anyPathAt }
  }
  const invented = new URL(`/${randomBytes(9).toString('base64url')}`, url)
  const { status, problem } = await probeUrl(deps, invented.href, 'GET')
  // Only an answer tells: an outage must not clear a host.
  if (status === null) return null
  const isPaid = problem !== 'not_402'
  const tried = { nextAllowedAt: new Date(now.getTime() + 2 * PAUSE_MS), anyPathAt: now, isAnyPathPaid: isPaid }
  await deps.database.catalogHost.upsert({
    where: { host: url.host },
    create: { host: url.host, ...tried },
    update: tried,
  })
  if (known?.anyPathAt == null || known.isAnyPathPaid !== isPaid) {
    await deps.database.$executeRaw`
      WITH held AS (
        SELECT id FROM catalog_entries WHERE id IN (SELECT entry_id FROM catalog_documents WHERE host = ${url.hostname})
        ORDER BY id FOR NO KEY UPDATE)
      UPDATE catalog_entries entry SET looked_at = NULL FROM held WHERE entry.id = held.id`
  }
  return { isPaid, at: now }
}
