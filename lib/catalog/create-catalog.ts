import { retryOnConflict } from '@/lib/infra/retry-on-conflict'
import { BAZAAR_EXTENSION } from '@/lib/x402/bazaar'
import type { RouteTerms } from '@/lib/x402/route-terms'
import { type AddressedCall, callListed } from './browse/call-listed'
import { findIcon, findIconDigests, type StoredIcon } from './browse/find-icons'
import { type EntryDetail, getEntry } from './browse/get-entry'
import { type EntryList, listEntries } from './browse/list-entries'
import { type AnswerOwn, type RelayOutcome, relayCall } from './browse/relay-call'
import { type Survey, surveyEntries, type Whose } from './browse/survey-entries'
import { crawlDue } from './crawl/crawl'
import { fetchDueIcons, noteNewIcons } from './crawl/icons/fetch-icons'
import { importDue } from './crawl/import-due'
import { type ImportProgress, importFromFacilitator } from './crawl/import-from-facilitator'
import { findListingState, finishPendingListings } from './crawl/pending-listings'
import { probeResource } from './crawl/probe-resource'
import { type Validation, validateResource } from './crawl/validate-resource'
import { type ListingOutcome } from './entry/listing-outcome'
import { type CatalogHttp, createCatalogHttp } from './http/create-catalog-http'
import { countSales } from './ingest/count-sales'
import { createKnownOutcomes } from './ingest/create-known-outcomes'
import { forgetOldRecords } from './ingest/events'
import { fillEmbeddings } from './ingest/fill-embeddings'
import { countWords } from './ingest/index-documents'
import { indexOwn, listedOwnTools, type OwnTool, removeOwn } from './ingest/index-own'
import { readSale, type SaleReading, type SaleRequest } from './ingest/read-sale'
import { recountRecentUse } from './ingest/recount-recent-use'
import { importSnapshotOnce } from './ingest/snapshot'
import type { CatalogDeps } from './ports'
import { type SearchResult, searchEntries } from './search/search-entries'
import { createSemanticSearch } from './search/semantic/create-semantic-search'

/** The catalog's verbs, joined to what they need. Pages, routes, MCP tools and the worker use the same ones. */
export type Catalog = {
  http: CatalogHttp
  /** Extensions that the facilitator names in `/supported` because of this. */
  extensions: string[]
  list: (parameters: Record<string, string>) => Promise<EntryList>
  search: (parameters: Record<string, string>) => Promise<SearchResult>
  /** One entry with its price history and recent probes; null when nothing is listed under the key. */
  get: (key: string) => Promise<EntryDetail | null>
  /** What the entries of a host, or those that pay a wallet, did over time. */
  survey: (whose: Whose) => Promise<Survey>
  /** Digests of the stored icons among some addresses. */
  iconDigests: (urls: string[]) => Promise<Map<string, string>>
  icon: (digest: string) => Promise<StoredIcon | null>
  /** One request to a listed resource of another host, for a page of this site. */
  relay: (input: unknown) => Promise<RelayOutcome>
  /** One request to what is listed at an address, here or elsewhere, for an agent. */
  callListed: (call: AddressedCall, answerOwn: AnswerOwn) => Promise<RelayOutcome>
  probe: (input: unknown) => Promise<ListingOutcome>
  validate: (input: unknown) => Promise<Validation>
  readSale: (request: SaleRequest) => SaleReading
  /** Takes up what has been sold, now; returns how many sales. The worker does it again and again. */
  countSales: () => Promise<number>
  indexOwn: (terms: RouteTerms) => Promise<ListingOutcome>
  listedOwnTools: () => Promise<OwnTool[]>
  removeOwn: (key: string) => Promise<void>
  listingState: (key: string) => ReturnType<typeof findListingState>
  /** Null while another instance imports that list. */
  importFrom: (facilitatorUrl: string, signal?: AbortSignal) => Promise<ImportProgress | null>
  /** Imports the shipped listings unless they are there already. */
  importSnapshotOnce: () => Promise<void>
  jobs: CatalogJob[]
}

/** Work that a worker repeats; safe to run in several processes at once. */
type CatalogJob = { name: string; intervalMs: number; run: (signal?: AbortSignal) => Promise<void> }

export function createCatalog(deps: CatalogDeps): Catalog {
  const { database, embeddings, imports = [] } = deps
  const known = createKnownOutcomes(deps)
  const findByMeaning = embeddings && createSemanticSearch(deps, embeddings)
  const search = (parameters: Record<string, string>) => searchEntries(database, parameters, findByMeaning)
  return {
    http: createCatalogHttp(deps, search),
    extensions: [BAZAAR_EXTENSION],
    list: (parameters) => listEntries(database, parameters),
    search,
    get: (key) => getEntry(database, key),
    survey: (whose) => surveyEntries(database, whose, deps.clock()),
    iconDigests: (urls) => findIconDigests(database, urls),
    icon: (digest) => findIcon(database, digest),
    relay: (input) => relayCall(deps, input),
    callListed: (call, answerOwn) => callListed(deps, call, answerOwn),
    probe: (input) => probeResource(deps, input),
    validate: (input) => validateResource(deps, input),
    readSale: (request) => readSale(deps, known, request),
    countSales: () => countSales(deps),
    indexOwn: (terms) => indexOwn(deps, terms),
    listedOwnTools: () => listedOwnTools(deps),
    removeOwn: (key) => removeOwn(deps, key),
    listingState: (key) => findListingState(deps, key),
    /** Null while another instance imports that list. */
    importFrom: (facilitatorUrl, signal) => importFromFacilitator(deps, facilitatorUrl, { signal }),
    importSnapshotOnce: async () => void (await importSnapshotOnce(database, deps.clock())),
    jobs: [
      { name: 'catalog sales', intervalMs: 1_000, run: async () => void (await countSales(deps)) },
      {
        name: 'catalog recent use',
        intervalMs: 60_000,
        run: async () => void (await recountRecentUse(database, deps.clock())),
      },
      {
        name: 'catalog pending listings',
        intervalMs: 500,
        run: async () => void (await finishPendingListings(deps)),
      },
      { name: 'catalog crawler', intervalMs: 5_000, run: async () => void (await crawlDue(deps)) },
      ...(embeddings
        ? [
            {
              name: 'catalog embeddings',
              intervalMs: 5_000,
              run: async (signal?: AbortSignal) => void (await fillEmbeddings(deps, embeddings, signal)),
            },
          ]
        : []),
      ...(imports.length > 0
        ? [
            {
              name: 'catalog imports',
              intervalMs: 60_000,
              run: async (signal?: AbortSignal) => void (await importDue(deps, imports, { signal })),
            },
          ]
        : []),
      { name: 'catalog new icons', intervalMs: 60_000, run: () => noteNewIcons(deps) },
      { name: 'catalog icons', intervalMs: 5_000, run: async () => void (await fetchDueIcons(deps)) },
      { name: 'catalog words', intervalMs: 600_000, run: () => retryOnConflict(() => countWords(database)) },
      { name: 'catalog records', intervalMs: 3_600_000, run: () => forgetOldRecords(database, deps.clock()) },
    ],
  }
}
