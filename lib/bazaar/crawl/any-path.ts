import { randomBytes } from 'node:crypto'
import type { CatalogDeps } from '../ports'
import { probeUrl } from './probe-url'

const KEEP_MS = 86_400_000

/**
 * Whether a host asks for payment at an address that nobody made, and when that was tried: once a day for each host.
 * A listing of such a host proves nothing. Null where it cannot be tried.
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
  await deps.database.catalogHost.upsert({
    where: { host: url.host },
    create: { host: url.host, nextAllowedAt: now, anyPathAt: now, isAnyPathPaid: isPaid },
    update: { anyPathAt: now, isAnyPathPaid: isPaid },
  })
  return { isPaid, at: now }
}
