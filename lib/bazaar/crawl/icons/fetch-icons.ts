import { createHash } from 'node:crypto'
import { SafeFetchError, type SafeResponse } from '@/lib/base/infra/safe-fetch'
import { workOnRow } from '@/lib/base/infra/work-on-row'
import { findIconUrlFault } from '@/lib/base/x402/icon-url'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { CRAWLER_AGENT } from '../probe-url'
import { type RasterImage, readRasterImage } from './raster-image'

const HOUR_MS = 3_600_000
const LEASE_MS = 120_000
const KEEP_MS = 7 * 24 * HOUR_MS
const RETRY_MS = 24 * HOUR_MS
const TIMEOUT_MS = 8_000
const MAX_BYTES = 128_000
const NEW_AT_ONCE = 200

/** Queues the icons of listed entries that were never fetched. Safe in several processes at once. */
export async function noteNewIcons({
  database,
  clock,
  icons: { prefix = '' },
}: Pick<CatalogDeps, 'database' | 'clock' | 'icons'>): Promise<void> {
  await database.$executeRaw`
    INSERT INTO catalog_icons (url, next_fetch_at)
    SELECT DISTINCT entry.icon_url, ${clock()}::timestamptz FROM catalog_entries entry
    WHERE entry.icon_url IS NOT NULL AND entry.status = 'listed' AND starts_with(entry.icon_url, ${prefix})
      AND NOT EXISTS (SELECT FROM catalog_icons icon WHERE icon.url = entry.icon_url)
    LIMIT ${NEW_AT_ONCE}
    ON CONFLICT DO NOTHING`
}

/**
 * Fetches icons that are due, so that neither a reader's browser nor a page request contacts a seller's host.
 * After a failure the earlier icon stays, and the next try is a day later.
 * Returns how many were asked for.
 */
export async function fetchDueIcons(deps: CatalogDeps, limit = 4): Promise<number> {
  const now = deps.clock()
  const lease = new Date(now.getTime() + LEASE_MS)
  const due = await deps.database.$queryRaw<{ url: string }[]>`
    UPDATE catalog_icons SET next_fetch_at = ${lease}
    WHERE url IN (
      SELECT url FROM catalog_icons WHERE next_fetch_at <= ${now}
      ORDER BY next_fetch_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING url`
  await Promise.all(
    due.map(({ url }) =>
      workOnRow(
        deps,
        { job: 'catalog icons', row: url },
        {
          work: () => refreshIcon(deps, url, now),
          postpone: (nextFetchAt) => deps.database.catalogIcon.updateMany({ where: { url }, data: { nextFetchAt } }),
        },
      ),
    ),
  )
  return due.length
}

async function refreshIcon(deps: CatalogDeps, url: string, now: Date): Promise<void> {
  const icon = await fetchIcon(deps, url)
  const later = (ms: number) => new Date(now.getTime() + ms)
  if ('problem' in icon) {
    const data = { problem: icon.problem, nextFetchAt: later(RETRY_MS) }
    await deps.database.catalogIcon.update({ where: { url }, data })
    return
  }
  const { bytes, mediaType } = icon
  const digest = createHash('sha256').update(bytes).digest('hex')
  const data = { digest, mediaType, bytes: new Uint8Array(bytes), problem: null, nextFetchAt: later(KEEP_MS) }
  await deps.database.catalogIcon.update({ where: { url }, data })
}

type FetchedIcon = (RasterImage & { bytes: Buffer }) | { problem: string }

/** The image at an address, or why there is none. Never throws for what the other side does. */
async function fetchIcon({ icons }: Pick<CatalogDeps, 'icons'>, url: string): Promise<FetchedIcon> {
  if (findIconUrlFault(url) !== null) return { problem: 'url_refused' }
  try {
    const headers = { 'user-agent': CRAWLER_AGENT, accept: 'image/png, image/webp, image/jpeg, image/gif' }
    return readAnswer(await icons.fetch(url, { headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 2 }))
  } catch (error) {
    if (error instanceof SafeFetchError) return { problem: error.fault }
    throw error
  }
}

function readAnswer({ status, body }: SafeResponse): FetchedIcon {
  if (status !== 200) return { problem: `status_${status}` }
  const image = readRasterImage(body)
  return 'problem' in image ? image : { ...image, bytes: body }
}
