import { isDeepStrictEqual } from 'node:util'
import { type Database, sql } from '@/lib/base/infra/database'
import type { CatalogEntry, CatalogPaymentOption } from '@/lib/base/infra/generated/prisma/client'
import type { EntryDraft, OptionDraft } from '../entry/draft'
import { laterToolKey, payToIdentity } from '../entry/entry-key'
import type { CatalogDeps, Sale } from '../ports'
import { inTransaction, oneAtATime } from './catalog-sql'
import { type CountableSale, countSettlements } from './count-settlements'
import { queueListings } from './import-listings'
import { parseTool, type RouteNote, type SaleNote, saleNote, type ToolNote } from './sale-note'
import { saveEntries } from './save-entries'

const BATCH = 500

/**
 * Processes new sales batch by batch: counts sales of listed entries, lists tools, queues the rest to be probed. One
 * instance does it at a time. A sale leaves the facilitator's ledger only
 * when it has been counted, and counts once, however often it is read. Returns how many it read.
 */
export async function countSales(deps: CatalogDeps): Promise<number> {
  const { database, sales } = deps
  let taken = 0
  for (;;) {
    if ((await sales.list(1)).length === 0) return taken
    const counted = await oneAtATime(database, 'sales', async () => {
      const batch = await sales.list(BATCH)
      await countBatch(deps, batch)
      await sales.forget(batch.map(({ key }) => key))
      return batch.length
    })
    if (counted === null) return taken
    taken += counted
  }
}

/** Counts sales one by one where they fail together: one bad sale must not hold up the others for ever. */
async function countBatch(deps: CatalogDeps, batch: Sale[]): Promise<void> {
  try {
    await countAll(deps, batch)
  } catch (cause) {
    const outcomes: PromiseSettledResult<void>[] = []
    for (const sale of batch) outcomes.push(...(await Promise.allSettled([countAll(deps, [sale])])))
    // Where all fail, the sales are not the cause.
    if (outcomes.every(({ status }) => status === 'rejected')) throw cause
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      deps.log.error({ err: outcome.reason, sale: batch[index]?.key }, 'a sale cannot be counted and is left out')
    }
  }
}

async function countAll(deps: CatalogDeps, batch: Sale[]): Promise<void> {
  const countable = await attributeSales(deps, batch)
  await inTransaction(deps.database, async (tx) => {
    // Need not wait for the disk: a sale leaves the ledger after that, so what a crash loses is counted again.
    await tx.rows(sql`SELECT set_config('synchronous_commit', 'off', true)`)
    await countSettlements(tx, countable, deps.clock())
  })
}

type SoldEntry = CatalogEntry & { options: CatalogPaymentOption[] }
type Noted<T = SaleNote> = { sale: Sale; note: T }

/**
 * Finds the entries of sales. Tools are listed from their payment; a resource that is not listed, or on other terms, is
 * queued with its sale for the probe that decides. Safe to repeat. Returns the sales that can be counted now.
 */
async function attributeSales(deps: CatalogDeps, sales: Sale[]): Promise<CountableSale[]> {
  const noted = sales.flatMap((sale): Noted[] => {
    const parsed = saleNote.safeParse(sale.note)
    if (!parsed.success) deps.log.error({ sale: sale.key }, 'a sale has a note that cannot be read')
    return parsed.success ? [{ sale, note: parsed.data }] : []
  })
  const routes = noted.filter((one): one is Noted<RouteNote> => one.note.type === 'http')
  const paid = noted.filter((one): one is Noted<ToolNote> => one.note.type === 'mcp')
  const before = await findByKey(
    deps.database,
    paid.flatMap(({ sale, note }) => [note.key, laterToolKey(note.key, sale)]),
  )
  const tools = tellSellersApart(before, paid)
  const plain = noted.filter((one): one is Noted<Extract<SaleNote, { type: 'plain' }>> => one.note.type === 'plain')
  await listTools(deps, before, tools)
  const known = await findByKey(
    deps.database,
    [...routes, ...tools].map(({ note }) => note.key),
  )
  const listed = await findByResource(deps, plain)

  const isOfListing = ({ sale, note }: Noted<RouteNote>) => {
    const entry = known.get(note.key)
    return entry?.status === 'listed' && entry.verification === 'live' && hasTerms(entry, sale)
  }
  const open = routes.filter((one) => !isOfListing(one) && known.get(one.note.key)?.status !== 'delisted')
  await queueListings(deps, open)
  return [
    ...routes.filter(isOfListing).map(({ sale, note }) => ({ sale, entry: known.get(note.key) })),
    ...tools.map(({ sale, note }) => ({ sale, entry: known.get(note.key) })),
    ...plain.map(({ sale, note }) => ({
      sale,
      entry: listed.find((entry) => entry.resource === note.resource && paysSame(entry, sale)),
    })),
  ].flatMap(({ sale, entry }) =>
    entry?.status === 'listed' && paysSame(entry, sale) ? [{ ...sale, entryId: entry.id }] : [],
  )
}

type KnownEntries = ReadonlyMap<string, SoldEntry>

export async function findByKey(database: Database, keys: string[]): Promise<KnownEntries> {
  if (keys.length === 0) return new Map()
  const wanted = { in: [...new Set(keys)] }
  const entries = await database.catalogEntry.findMany({ where: { key: wanted }, include: { options: true } })
  return new Map(entries.map((entry) => [entry.key, entry]))
}

async function findByResource({ database }: CatalogDeps, noted: Noted<{ resource: string }>[]): Promise<SoldEntry[]> {
  const resources = [...new Set(noted.map(({ note }) => note.resource))]
  if (resources.length === 0) return []
  const where = { resource: { in: resources }, status: 'listed' }
  return database.catalogEntry.findMany({ where, include: { options: true }, orderBy: { id: 'asc' } })
}

/**
 * Assigns each payment of a tool to its seller: the first to be paid under an identifier has it as the key, later ones
 * have their payee beside it. A tool's name that is sold here stays this site's.
 */
function tellSellersApart(known: KnownEntries, tools: Noted<ToolNote>[]): Noted<ToolNote>[] {
  const first = new Map<string, Sale>()
  return tools.map((one) => {
    const { sale, note } = one
    const entry = known.get(note.key)
    if (entry?.source === 'own') return one
    const claimed = first.get(note.key) ?? sale
    if (entry === undefined || entry.source === 'imported') first.set(note.key, claimed)
    const isFirst =
      entry === undefined || entry.source === 'imported' ? isSamePayee(claimed, sale) : paysSame(entry, sale)
    return isFirst ? one : { sale, note: { ...note, key: laterToolKey(note.key, sale) } }
  })
}

/**
 * Lists tools from their newest payments, unverified: a payment proves who was paid, not that a server offers the tool.
 * A listing from a server's own offer stays unchanged.
 */
async function listTools(deps: CatalogDeps, known: KnownEntries, tools: Noted<ToolNote>[]): Promise<void> {
  const newest = new Map(tools.map((one) => [one.note.key, one]))
  for (const { note } of [...newest.values()]) if (await deps.sellers?.isSuspended(note)) newest.delete(note.key)
  const provenance = { source: 'settled' as const, sourceLabel: 'settlement', verification: 'unverified' as const }
  const items = [...newest.values()].flatMap(({ sale, note }) => {
    const parsed = parseTool(note)
    const entry = known.get(note.key)
    if (!parsed.ok || entry?.status === 'delisted' || entry?.source === 'own') return []
    const isProven = entry?.verification === 'live' || entry?.verification === 'failing'
    const isTaken = entry !== undefined && entry.source !== 'imported' && !paysSame(entry, sale)
    return isProven || isTaken || isSame(entry, parsed.draft) ? [] : [{ draft: parsed.draft, provenance }]
  })
  await saveEntries(deps.database, items, deps.clock())
}

/** True if the payment describes a tool as it is listed already; then nothing is written. */
function isSame(entry: SoldEntry | undefined, draft: EntryDraft): boolean {
  if (entry?.status !== 'listed' || entry.source !== 'settled') return false
  const terms = ({ scheme, network, asset, payTo, amountAtomic }: OptionDraft | CatalogPaymentOption) => [
    ...[scheme, network, asset, payTo],
    typeof amountAtomic === 'bigint' ? amountAtomic.toString() : (amountAtomic?.toFixed() ?? null),
  ]
  const shown = ({ description, input, output, serviceName, tags, iconUrl }: SoldEntry | EntryDraft) =>
    [description, input, output, serviceName, tags, iconUrl] as const
  return (
    isDeepStrictEqual(shown(entry), shown(draft)) &&
    isDeepStrictEqual(entry.options.map(terms), draft.options.map(terms))
  )
}

type SoldTerms = Pick<Sale, 'network' | 'scheme' | 'asset' | 'payTo'>

export const hasTerms = ({ options }: SoldEntry, sale: SoldTerms): boolean =>
  options.some(
    (option) =>
      option.scheme === sale.scheme &&
      option.asset?.toLowerCase() === sale.asset.toLowerCase() &&
      isPayee(option, sale),
  )

export const paysSame = ({ options }: SoldEntry, sale: SoldTerms): boolean =>
  options.some((option) => isPayee(option, sale))

const isSamePayee = (one: Sale, other: Sale): boolean =>
  one.network === other.network && payToIdentity(one.network, one.payTo) === payToIdentity(other.network, other.payTo)

const isPayee = ({ network, payTo }: CatalogPaymentOption, sale: SoldTerms): boolean =>
  network === sale.network && payTo !== null && payToIdentity(network, payTo) === payToIdentity(network, sale.payTo)
