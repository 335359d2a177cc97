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

type ImportOptions = { signal?: AbortSignal | undefined; pauseMs?: number }

const AGAIN_AFTER_MS = 6 * 3_600_000
const AFTER_FAULT_MS = 600_000
const PAUSE_MS = 1_000

/**
 * Imports the lists of facilitators that are due: those never read, those that an earlier run left in the middle, failed
 * ones after ten minutes, finished ones after six hours. Several workers may run it at once. Returns how many it worked on.
 * @param facilitatorUrls base URLs, to which `/discovery/resources` is appended
 */
export async function importDue(
  deps: CatalogDeps,
  facilitatorUrls: string[],
  { signal, pauseMs = PAUSE_MS }: ImportOptions = {},
): Promise<number> {
  let worked = 0
  for (const given of facilitatorUrls) {
    if (signal?.aborted) break
    const url = baseUrl(given)
    const work = () => importPages(deps, url, { signal, pauseMs })
    const postpone = (until: Date) => putOff(deps, url, until)
    const progress = await workOnRow(deps, { job: 'catalog imports', row: url }, { work, postpone })
    if (progress === null) continue
    worked += 1
    const { state, listed, refused, problem } = progress
    if (problem === null) deps.log.info({ url, state, listed, refused }, 'a list was imported')
    else
      deps.log.warn({ url, state, problem, nextOffset: progress.nextOffset }, 'an import stopped and will be resumed')
  }
  return worked
}

/** People also paste the address of the list endpoint. */
const baseUrl = (url: string): string => url.replace(/\/+$/, '').replace(/\/discovery\/resources$/, '')

/** Until the end of the list, or until another instance reads it. Null where nothing was due. */
async function importPages(deps: CatalogDeps, sourceUrl: string, { signal, pauseMs }: ImportOptions) {
  let progress: ImportProgress | null = null
  for (;;) {
    const next = await oneAtATime(deps.database, `import ${sourceUrl}`, () => importPage(deps, sourceUrl))
    if (next === null) return progress
    progress = next
    if (progress.state !== 'running' || signal?.aborted) return progress
    await sleep(pauseMs, undefined, { ...(signal && { signal }), ref: false }).catch(() => {})
  }
}

/**
 * Reads the next page where one is due, and stores how far it came. A page that cannot be read leaves the import
 * `failed`, to be resumed; only a finished one starts over.
 */
async function importPage(deps: CatalogDeps, sourceUrl: string): Promise<ImportProgress | null> {
  const { database, clock } = deps
  const known = await database.catalogImport.findUnique({ where: { sourceUrl } })
  if (known && !isDue(known, clock())) return null
  const { nextOffset, listed, refused } = known && known.state !== 'done' ? known : START
  const page = await fetchPage(deps, sourceUrl, nextOffset)
  const progress: ImportProgress =
    typeof page === 'string'
      ? { nextOffset, listed, refused, state: 'failed', problem: page }
      : await listPage(deps, sourceUrl, page, { nextOffset, listed, refused })
  const stored = { ...progress, finishedAt: progress.state === 'running' ? null : clock() }
  const create = { sourceUrl, startedAt: clock(), ...stored }
  await database.catalogImport.upsert({ where: { sourceUrl }, create, update: stored })
  return progress
}

const START = { nextOffset: 0, listed: 0, refused: 0 }

function isDue({ state, finishedAt }: CatalogImport, now: Date): boolean {
  const restMs = state === 'done' ? AGAIN_AFTER_MS : AFTER_FAULT_MS
  return finishedAt === null || now.getTime() - finishedAt.getTime() >= restMs
}

async function listPage(
  deps: CatalogDeps,
  sourceUrl: string,
  page: z.infer<typeof pageSchema>,
  before: typeof START,
): Promise<ImportProgress> {
  // Resources of this site are listed as their sellers say, not as another list does.
  const items = page.items.filter((item) => !deps.sellers?.owns(String(isRecord(item) ? item.resource : '')))
  const report = await importListings(deps.database, items, { label: sourceUrl, areDatesTrusted: false }, deps.clock())
  const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0)
  const nextOffset = before.nextOffset + page.items.length
  const isLast =
    page.items.length === 0 ||
    nextOffset >= Math.min(MAX_ROWS, page.pagination?.total ?? (page.items.length < PAGE ? nextOffset : MAX_ROWS))
  return {
    state: isLast ? 'done' : 'running',
    nextOffset,
    listed: before.listed + report.listed,
    refused: before.refused + refused,
    problem: null,
  }
}

/** So that it is due again at that time, from where it stopped. */
async function putOff({ database, clock }: CatalogDeps, sourceUrl: string, until: Date): Promise<void> {
  const finishedAt = new Date(until.getTime() - AFTER_FAULT_MS)
  const data = { state: 'failed', problem: 'It could not be read.', finishedAt }
  const create = { sourceUrl, startedAt: clock(), ...START, ...data }
  await database.catalogImport.upsert({ where: { sourceUrl }, create, update: data })
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
