import { z } from 'zod'
import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { countFacets, type Facets } from './facets'
import {
  acceptedNetworks,
  filterSql,
  keepFor,
  parseParameters,
  readingParameters,
  resolveNetworks,
  setParameters,
  withoutFacet,
} from './filters'
import { loadEntries } from './load-entries'
import { lowestPriceSql, priceSql, toPriceLimit } from './price-sql'

export type EntryList = Awaited<ReturnType<typeof listEntries>>

const MAX_LIMIT = 1_000
const DEFAULT_LIMIT = 20
/** So many matches are read and sorted at once, and of more, so many entries are looked through for the first ones. */
const FEW = 20_000
/** So many matches are sorted at once where the first are not among those. */
const MANY = 200_000

const keepTotal = keepFor<number>({ ms: 60_000, most: 500 })
const keepFacets = keepFor<Facets>({ ms: 60_000, most: 500 })

export const listParameters = readingParameters.extend({
  sort: z.enum(['updated', 'newest', 'price', 'used']).default('updated'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})

export const merchantParameters = z
  .object({ payTo: z.string().trim().min(1).max(128) })
  .merge(listParameters.pick({ limit: true, offset: true }))

/**
 * Lists the catalog's entries: the last updated first (or the last first seen, the cheapest, or the most used), then by
 * key, with the exact number of entries that fit the filters.
 * Throws `INVALID_PARAMETER` for a parameter out of its bounds. Source: service spec 4.2.
 */
export async function listEntries(
  database: Database,
  parameters: Record<string, string>,
  { few = FEW, many = MANY } = {},
) {
  const { limit, offset, sort, facets, ...rest } = parseParameters(listParameters, parameters)
  const accepted = await acceptedNetworks(database)
  const scopeOf = (narrowing: typeof rest) => {
    const networks = resolveNetworks(narrowing.network, accepted)
    const price = toPriceLimit(narrowing.maxUsdPrice)
    return {
      where: sql`${filterSql({ ...narrowing, network: networks })} AND ${priceSql(price, networks)}`,
      networks,
      price,
    }
  }
  const { where, networks } = scopeOf(rest)
  const count = () => countDocuments(database, where)
  // Of a large catalog, counts may be a minute old.
  const isLarge = (await catalogSize(database)) > few
  const state = JSON.stringify(rest)
  const total = isLarge ? await keepTotal(database, state, count) : await count()
  const findFacets = () => countFacets(database, setParameters(rest), async (left) => scopeOf(withoutFacet(rest, left)))
  const ids = await readPage(database, { where, networks, sort, limit, offset, total }, { few, many })
  return {
    items: await loadEntries(database, ids),
    pagination: { limit, offset, total },
    ...(facets === 'true' && {
      facets: isLarge ? await keepFacets(database, state, findFacets) : await findFacets(),
    }),
  }
}

type EntryPage = Pick<z.infer<typeof listParameters>, 'sort' | 'limit' | 'offset'> & {
  where: Sql
  networks: string[]
  total: number
}

/**
 * Few matches are read and sorted; of many, the first are looked for from the start of the order, unless all stand far
 * from it, as those of one host or payee may. The planner cannot tell which.
 */
async function readPage(
  database: Database,
  { where, networks, sort, limit, offset, total }: EntryPage,
  { few, many }: { few: number; many: number },
): Promise<bigint[]> {
  // The total was counted up to a minute ago.
  if (offset > 0 && offset >= total) return []
  const read = async (from: Sql, isSortedAtOnce: boolean) => {
    const source = isSortedAtOnce ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`
    const rows = await database.rows<{ entry_id: bigint }>(sql`
      WITH document AS ${source} (
        SELECT entry_id, key, last_updated_at, first_seen_at, organic_payers, organic_count, quality, ${lowestPriceSql(networks)} AS price
        FROM ${from} document WHERE ${where})
      SELECT entry_id FROM document ORDER BY ${orders[sort]}, key LIMIT ${limit} OFFSET ${offset}`)
    return rows.map((row) => row.entry_id)
  }
  // The price on some networks has no index.
  const isOrdered = sort !== 'price' || networks.length === 0
  if (total > few && isOrdered) {
    const start = sql`(SELECT *, min_micro_dollars AS price FROM catalog_documents ORDER BY ${orders[sort]}, key LIMIT ${offset + limit + few})`
    const ids = await read(start, false)
    if (ids.length === limit) return ids
  }
  return read(sql`catalog_documents`, total <= Math.max(few, many))
}

const orders = {
  updated: sql`last_updated_at DESC`,
  newest: sql`first_seen_at DESC`,
  price: sql`price`,
  used: sql`organic_payers DESC, organic_count DESC, quality DESC`,
}

async function countDocuments(database: Database, where: Sql): Promise<number> {
  const { total } = await database.row<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM catalog_documents document WHERE ${where}`)
  return total
}

const MAX_OWN = 1_000

export async function listOwnResources(database: Database): Promise<string[]> {
  const entries = await database.catalogEntry.findMany({
    where: { source: 'own', status: 'listed' },
    orderBy: { key: 'asc' },
    select: { resource: true },
    take: MAX_OWN,
  })
  return [...new Set(entries.map(({ resource }) => resource))]
}

const keepSize = keepFor<number>({ ms: 60_000 }, (size) => size === 0)

const ESTIMATED_ABOVE = 100_000

/**
 * Approximate number of listed entries, at most a minute old: counting a large catalog would take longer
 * than the search that asks.
 */
export const catalogSize = (database: Database): Promise<number> =>
  keepSize(database, 'size', async () => {
    const [estimate] = await database.rows<{ size: number }>(sql`
      SELECT reltuples::float8 AS size FROM pg_class WHERE oid = 'catalog_documents'::regclass`)
    return estimate !== undefined && estimate.size > ESTIMATED_ABOVE ? estimate.size : database.catalogDocument.count()
  })
