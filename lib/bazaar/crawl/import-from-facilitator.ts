import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { workOnRow } from '@/lib/base/infra/jobs'
import { isRecord } from '@/lib/base/x402/header-codec'
import { oneAtATime } from '../ingest/catalog-sql'
import { importListings } from '../ingest/import-listings'
import type { CatalogDeps } from '../ports'
import { CRAWLER_AGENT } from './probe-url'

const PAGE = 100
const MAX_PAGE_BYTES = 8_000_000
const MAX_ROWS = 1_000_000

const pageSchema = z.object({
  items: z.array(z.unknown()).max(1_000),
  pagination: z
    .object({ total: z.number().int().min(0).optional() })
    .passthrough()
    .optional(),
})

type ImportOptions = { signal?: AbortSignal | undefined; pauseMs?: number }

const AGAIN_AFTER_MS = 6 * 3_600_000
const PAUSE_MS = 1_000

/**
 * Imports the lists of facilitators that are due: those never read, those that an earlier run left in the middle, and
 * those that were read through six hours ago. One that cannot be read goes on later from where it stopped. Several
 * workers may run it at once. Returns how many pages it read.
 * @param facilitatorUrls base URLs, to which `/discovery/resources` is appended
 */
export async function importDue(
  deps: CatalogDeps,
  facilitatorUrls: string[],
  { signal, pauseMs = PAUSE_MS }: ImportOptions = {},
): Promise<number> {
  let pages = 0
  for (const given of facilitatorUrls) {
    if (signal?.aborted) break
    const url = baseUrl(given)
    const work = () => importPages(deps, url, { signal, pauseMs })
    const postpone = (until: Date) =>
      noteProgress(deps, url, { finishedAt: new Date(until.getTime() - AGAIN_AFTER_MS) })
    pages += (await workOnRow(deps, { job: 'catalog imports', row: url }, { work, postpone })) ?? 0
  }
  return pages
}

/** People also paste the address of the list endpoint. */
const baseUrl = (url: string): string => url.replace(/\/+$/, '').replace(/\/discovery\/resources$/, '')

/** Until the end of the list, or until another instance reads it. Returns how many pages it read. */
async function importPages(deps: CatalogDeps, sourceUrl: string, { signal, pauseMs }: ImportOptions): Promise<number> {
  for (let pages = 0; ; pages += 1) {
    const isRead = await oneAtATime(deps.database, `import ${sourceUrl}`, () => importPage(deps, sourceUrl))
    if (!isRead || signal?.aborted) return pages
    await sleep(pauseMs, undefined, { ...(signal && { signal }), ref: false }).catch(() => {})
  }
}

/** Reads the next page where one is due, and stores how far it came. */
async function importPage(deps: CatalogDeps, sourceUrl: string): Promise<boolean> {
  const { database, clock, log } = deps
  const known = await database.catalogImport.findUnique({ where: { sourceUrl } })
  if (known?.finishedAt && clock().getTime() - known.finishedAt.getTime() < AGAIN_AFTER_MS) return false
  const offset = known?.nextOffset ?? 0
  const { items, pagination } = await fetchPage(deps, sourceUrl, offset)
  // Resources of this site are listed as their sellers say, not as another list does.
  const others = items.filter((item) => !deps.sellers?.owns(String(isRecord(item) ? item.resource : '')))
  const report = await importListings(database, others, { label: sourceUrl, areDatesTrusted: false }, clock())
  const nextOffset = offset + items.length
  const total = pagination?.total ?? (items.length < PAGE ? nextOffset : MAX_ROWS)
  const isLast = items.length === 0 || nextOffset >= Math.min(MAX_ROWS, total)
  log.info({ url: sourceUrl, offset, ...report, isLast }, 'a page of a list was imported')
  await noteProgress(deps, sourceUrl, { nextOffset: isLast ? 0 : nextOffset, finishedAt: isLast ? clock() : null })
  return true
}

const noteProgress = (
  { database }: CatalogDeps,
  sourceUrl: string,
  progress: { nextOffset?: number; finishedAt: Date | null },
) => database.catalogImport.upsert({ where: { sourceUrl }, create: { sourceUrl, ...progress }, update: progress })

/** Throws with a sentence where the list cannot be read. */
async function fetchPage(
  { fetch, reach }: CatalogDeps,
  sourceUrl: string,
  offset: number,
): Promise<z.infer<typeof pageSchema>> {
  const { status, body } = await fetch(`${sourceUrl}/discovery/resources?limit=${PAGE}&offset=${offset}`, {
    headers: { accept: 'application/json', 'user-agent': CRAWLER_AGENT },
    timeoutMs: 20_000,
    maxBytes: MAX_PAGE_BYTES,
    allowLoopback: reach === 'loopback',
  })
  if (status !== 200) throw new Error(`It answered ${status} instead of 200.`)
  const parsed = pageSchema.safeParse(JSON.parse(body.toString('utf8')))
  if (!parsed.success) throw new Error('The answer has no list of items.')
  return parsed.data
}
