import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { CatalogImport } from '@/lib/base/infra/generated/prisma/client'
import { workOnRow } from '@/lib/base/infra/jobs'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
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

type ImportProgress = Pick<CatalogImport, 'nextOffset' | 'listed' | 'refused' | 'problem'> & {
  state: 'running' | 'done' | 'failed'
}

export type ImportOptions = {
  signal?: AbortSignal | undefined
  pauseMs?: number
}

/**
 * Imports the list endpoint of another facilitator, page by page. Continues where it stopped: progress is stored after
 * every page, and only a finished import starts over. A page that cannot be read leaves it `failed`, to be resumed. One
 * instance at a time reads a page; null where another one does.
 * @param facilitatorUrl its base URL, to which `/discovery/resources` is appended
 */
async function importFromFacilitator(
  deps: CatalogDeps,
  facilitatorUrl: string,
  { signal, pauseMs = 0 }: ImportOptions = {},
): Promise<ImportProgress | null> {
  let progress: ImportProgress | null = null
  do {
    const isFirst = progress === null
    const next = await oneAtATime(deps.database, `import ${facilitatorUrl}`, async () => {
      const resumed = await startOrResume(deps, facilitatorUrl, isFirst)
      return resumed.state === 'running' ? importPage(deps, facilitatorUrl, resumed) : resumed
    })
    if (next === null) return progress
    progress = next
    if (progress.state === 'running') await pause(pauseMs, signal)
  } while (progress.state === 'running' && !signal?.aborted)
  return progress
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  sleep(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() => {})

/** An import goes on as long as it runs; what another instance ended in between is not begun again. */
async function startOrResume(
  { database, clock }: CatalogDeps,
  sourceUrl: string,
  isFirst: boolean,
): Promise<ImportProgress> {
  const known = await database.catalogImport.findUnique({ where: { sourceUrl } })
  if (known && !isFirst) return known as ImportProgress // Only this file writes its state.
  const fresh = { state: 'running' as const, nextOffset: 0, listed: 0, refused: 0, problem: null }
  const progress =
    known && known.state !== 'done'
      ? { ...fresh, nextOffset: known.nextOffset, listed: known.listed, refused: known.refused }
      : fresh
  await database.catalogImport.upsert({
    where: { sourceUrl },
    create: { sourceUrl, startedAt: clock(), ...progress },
    update: { ...progress, finishedAt: null },
  })
  return progress
}

async function importPage(deps: CatalogDeps, sourceUrl: string, progress: ImportProgress): Promise<ImportProgress> {
  const page = await fetchPage(deps, sourceUrl, progress.nextOffset)
  if (typeof page === 'string') return store(deps, sourceUrl, { ...progress, state: 'failed', problem: page })
  // Resources of this site are listed as their sellers say, not as another list does.
  const items = page.items.filter((item) => !deps.sellers?.owns(String(isRecord(item) ? item.resource : '')))
  const report = await importListings(deps.database, items, { label: sourceUrl, areDatesTrusted: false }, deps.clock())
  const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0)
  const nextOffset = progress.nextOffset + page.items.length
  const isLast =
    page.items.length === 0 ||
    nextOffset >= Math.min(MAX_ROWS, page.pagination?.total ?? (page.items.length < PAGE ? nextOffset : MAX_ROWS))
  return store(deps, sourceUrl, {
    state: isLast ? 'done' : 'running',
    nextOffset,
    listed: progress.listed + report.listed,
    refused: progress.refused + refused,
    problem: null,
  })
}

async function store(
  { database, clock }: CatalogDeps,
  sourceUrl: string,
  progress: ImportProgress,
): Promise<ImportProgress> {
  await database.catalogImport.update({
    where: { sourceUrl },
    data: { ...progress, finishedAt: progress.state === 'running' ? null : clock() },
  })
  return progress
}

async function fetchPage(
  { fetch, reach }: CatalogDeps,
  sourceUrl: string,
  offset: number,
): Promise<z.infer<typeof pageSchema> | string> {
  try {
    const address = `${sourceUrl.replace(/\/+$/, '')}/discovery/resources?limit=${PAGE}&offset=${offset}`
    const answer = await fetch(address, {
      headers: { accept: 'application/json', 'user-agent': CRAWLER_AGENT },
      timeoutMs: 20_000,
      maxBytes: MAX_PAGE_BYTES,
      allowLoopback: reach === 'loopback',
    })
    if (answer.status !== 200) return `It answered ${answer.status} instead of 200.`
    const parsed = pageSchema.safeParse(JSON.parse(answer.body.toString('utf8')))
    return parsed.success ? parsed.data : 'The answer has no list of items.'
  } catch (error) {
    if (error instanceof SafeFetchError) return error.message
    if (error instanceof SyntaxError) return 'The answer is not JSON.'
    throw error
  }
}

const AGAIN_AFTER_MS = 6 * 3_600_000
const AFTER_FAULT_MS = 600_000
const PAUSE_MS = 1_000

/**
 * Imports the lists that are due: those never read, those that an earlier run left in the middle, failed ones after ten
 * minutes, finished ones after six hours. Several workers may run it at once. Returns how many it worked on.
 */
export async function importDue(
  deps: CatalogDeps,
  facilitatorUrls: string[],
  { signal, pauseMs = PAUSE_MS }: ImportOptions = {},
): Promise<number> {
  let worked = 0
  for (const given of facilitatorUrls) {
    const url = baseUrl(given)
    if (signal?.aborted || !(await isDue(deps, url))) continue
    const progress = await workOnRow(
      deps,
      { job: 'catalog imports', row: url },
      {
        work: () => importFromFacilitator(deps, url, { signal, pauseMs }),
        postpone: (until) => markFailed(deps, url, until),
      },
    )
    if (progress === null) continue
    worked += 1
    const { state, listed, refused, problem } = progress
    if (problem === null) deps.log.info({ url, state, listed, refused }, 'a list was imported')
    else
      deps.log.warn({ url, state, problem, nextOffset: progress.nextOffset }, 'an import stopped and will be resumed')
  }
  return worked
}

/** So that it is due again at that time, from where it stopped. */
async function markFailed({ database }: CatalogDeps, sourceUrl: string, until: Date): Promise<void> {
  const finishedAt = new Date(until.getTime() - AFTER_FAULT_MS)
  const data = { state: 'failed', problem: 'It could not be read.', finishedAt }
  await database.catalogImport.updateMany({ where: { sourceUrl }, data })
}

async function isDue({ database, clock }: CatalogDeps, sourceUrl: string): Promise<boolean> {
  const known = await database.catalogImport.findUnique({ where: { sourceUrl } })
  if (known?.finishedAt == null) return true
  const restMs = known.state === 'done' ? AGAIN_AFTER_MS : AFTER_FAULT_MS
  return clock().getTime() - known.finishedAt.getTime() >= restMs
}

/** People also paste the address of the list endpoint. */
const baseUrl = (url: string): string => url.replace(/\/+$/, '').replace(/\/discovery\/resources$/, '')
