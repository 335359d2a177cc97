import { retryOnConflict } from '@/lib/base/infra/database-errors'
import { forgetFailingRows } from '@/lib/base/infra/jobs'
import { BAZAAR_EXTENSION } from '@/lib/base/x402/bazaar'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { listEntries, listOwnResources } from './browse/list-entries'
import { getEntry } from './browse/load-entries'
import { presentEntry } from './browse/present-entry'
import { relayCall } from './browse/relay-call'
import { crawlDue } from './crawl/crawl'
import { createIcons } from './crawl/icons/create-icons'
import { importDue } from './crawl/import-from-facilitator'
import { finishPendingListings } from './crawl/pending-listings'
import { forgetOldProbes, probeResource } from './crawl/probe-resource'
import { PAUSE_MS } from './crawl/probe-url'
import { validateResource } from './crawl/validate-resource'
import type { Entry } from './entry/entry'
import { findBoard } from './find-board'
import { createCatalogHttp } from './http/create-catalog-http'
import { countSales } from './ingest/count-sales'
import { recountRecentUse } from './ingest/count-settlements'
import { createKnownOutcomes } from './ingest/create-known-outcomes'
import { countWords, rankAgain } from './ingest/index-documents'
import { indexOwn, listedOwnTools, removeOwn } from './ingest/index-own'
import { lookForFundings } from './ingest/look-for-fundings'
import { readSale, type SaleRequest } from './ingest/read-sale'
import { importSnapshotOnce } from './ingest/snapshot'
import type { CatalogDeps } from './ports'
import { preflight } from './preflight/preflight'
import { markProminent } from './search/prominent'
import { searchEntries } from './search/search-entries'

/** The catalog's functions with their dependencies. Pages, routes, MCP tools and the worker use the same ones. */
export type Catalog = ReturnType<typeof createCatalog>

/** Work that a worker repeats; safe to run in several processes at once. */
type CatalogJob = { name: string; intervalMs: number; run: (signal?: AbortSignal) => Promise<unknown> }

export function createCatalog(deps: CatalogDeps) {
  const { database } = deps
  const findOutcome = createKnownOutcomes(deps)
  return {
    list: (parameters: Record<string, string>) => listEntries(database, parameters),
    search: (parameters: Record<string, string>) => searchEntries(database, parameters),
    http: createCatalogHttp(deps),
    /** Extensions that the catalog adds to the facilitator's `/supported`. */
    extensions: [BAZAAR_EXTENSION],
    board: (parameters: Record<string, string>) => findBoard(database, parameters),
    get: (key: string) => getEntry(database, key),
    present: (entry: Entry) => presentEntry(entry),
    ownResources: () => listOwnResources(database),
    icons: createIcons(deps),
    relay: (input: unknown) => relayCall(deps, input),
    probe: (input: unknown) => probeResource(deps, input),
    validate: (input: unknown) => validateResource(deps, input),
    preflight: (input: unknown) => preflight(deps, input),
    readSale: (request: SaleRequest) => readSale(deps, findOutcome, request),
    /** Counts settled sales now, as the worker does every second; returns how many. */
    countSales: () => countSales(deps),
    indexOwn: (terms: RouteTerms) => indexOwn(deps, terms),
    listedOwnTools: () => listedOwnTools(deps),
    removeOwn: (key: string) => removeOwn(deps, key),
    /** Imports the shipped listings unless the catalog has imported listings already. */
    importSnapshotOnce: () => importSnapshotOnce(database, deps.clock()),
    jobs: jobsOf(deps),
  }
}

function jobsOf(deps: CatalogDeps): CatalogJob[] {
  const { database, clock, imports = [] } = deps
  const job = (name: string, intervalMs: number, run: CatalogJob['run']) => ({
    name: `catalog ${name}`,
    intervalMs,
    run,
  })
  return [
    job('sales', 1_000, () => countSales(deps)),
    job('recent use', 60_000, () => recountRecentUse(database, clock())),
    job('pending listings', 500, () => finishPendingListings(deps)),
    job('crawler', PAUSE_MS, (signal) => crawlDue(deps, { signal })),
    ...(deps.findFundings ? [job('fundings', 60_000, () => lookForFundings(deps))] : []),
    job('ranks', 5_000, () => rankAgain(database, clock())),
    ...(imports.length > 0 ? [job('imports', 60_000, (signal) => importDue(deps, imports, { signal }))] : []),
    job('words', 600_000, () => retryOnConflict(() => countWords(database))),
    job('prominent entries', 600_000, () => retryOnConflict(() => markProminent(database))),
    job('records', 3_600_000, async () => {
      await forgetOldProbes(database, clock())
      await forgetFailingRows(database, clock())
    }),
  ]
}
