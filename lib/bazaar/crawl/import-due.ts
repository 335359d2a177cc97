import { workOnRow } from '@/lib/base/infra/work-on-row'
import type { CatalogDeps } from '../ports'
import { type ImportOptions, importFromFacilitator } from './import-from-facilitator'

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
