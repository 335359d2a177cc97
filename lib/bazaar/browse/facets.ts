import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { lowestPriceSql, networksWithinSql, type PriceLimit } from './price-sql'

/** Filters of an answer, named like the query parameter that sets each. */
export type FacetName = 'type' | 'network' | 'scheme' | 'maxUsdPrice' | 'health' | 'tags' | 'x402Version'

/** Number of entries for each value, most first; prices from the lowest limit up. */
export type Facets = Record<FacetName, { value: string; count: number }[]>

/** The entries that are counted, as a condition on `document`, and the networks and the price limit that are in it. */
export type FacetScope = { where: Sql; networks: string[]; price: PriceLimit | null }

export const facetNames: FacetName[] = ['type', 'network', 'scheme', 'maxUsdPrice', 'health', 'tags', 'x402Version']
const MOST_VALUES = 40

/**
 * Counts entries by every facet. A facet that is already set is counted as if it were not, so that each count is the
 * result of choosing that value instead.
 * @param scopeWithout the scope when that facet's own parameter is taken away; all parameters for null
 */
export async function countFacets(
  database: Database,
  set: ReadonlySet<string>,
  scopeWithout: (facet: FacetName | null) => Promise<FacetScope>,
): Promise<Facets> {
  const free = facetNames.filter((name) => !set.has(name))
  const groups: { left: FacetName | null; names: FacetName[] }[] = [
    { left: null, names: free },
    ...facetNames.filter((name) => set.has(name)).map((name) => ({ left: name, names: [name] })),
  ]
  const counted = await Promise.all(
    groups.map(async ({ left, names }) => countIn(database, names, await scopeWithout(left))),
  )
  const rows = counted.flat()
  return Object.fromEntries(facetNames.map((name) => [name, valuesOf(rows, name)])) as Facets
}

type FacetRow = { facet: string; value: string; count: number }

function valuesOf(rows: FacetRow[], name: FacetName): Facets[FacetName] {
  const values = rows
    .filter(({ facet }) => facet === name)
    .map(({ value, count }) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  if (name !== 'maxUsdPrice') return values.slice(0, MOST_VALUES)
  return values.sort((a, b) => Number(a.value) - Number(b.value))
}

async function countIn(database: Database, names: FacetName[], scope: FacetScope): Promise<FacetRow[]> {
  if (names.length === 0) return []
  const columns = sql.join(names.map((name) => columnOf(name, scope)))
  // Entries have few combinations of these, so that one pass over them counts every facet.
  const rows = await database.rows<FacetRow>(sql`
    WITH found AS MATERIALIZED (
      SELECT ${columns}, count(*) AS entries FROM catalog_documents document WHERE ${scope.where}
      GROUP BY ${sql.join(names.map((_, index) => sql.raw(String(index + 1))))})
    ${sql.join(
      names.map((name) => counts[name]),
      ' UNION ALL ',
    )}`)
  const isWanted = ({ facet, value }: FacetRow) =>
    facet !== 'network' || scope.networks.length === 0 || scope.networks.includes(value)
  return rows.filter(isWanted)
}

const STEPS = [
  ['0.001', 1_000],
  ['0.01', 10_000],
  ['0.1', 100_000],
  ['1', 1_000_000],
] as const

function columnOf(name: FacetName, { networks, price }: FacetScope): Sql {
  if (name === 'network') return sql`${networksWithinSql(price)} AS networks`
  if (name !== 'maxUsdPrice') return columns[name]
  const above = STEPS.map(([, limit]) => limit + 1)
  return sql`${STEPS.length} - width_bucket(${lowestPriceSql(networks)}, ${above}::bigint[]) AS steps`
}

const columns = {
  type: sql`document.type`,
  health: sql`document.verification`,
  scheme: sql`document.schemes`,
  tags: sql`document.tags`,
  x402Version: sql`document.x402_version`,
}

/** A price within a step is within every higher one. */
const steps = sql.join(STEPS.map(([value], index) => sql`(${value}, ${STEPS.length - index})`))

const countSql = (facet: FacetName, value: string, from: string) =>
  sql.raw(`SELECT '${facet}' AS facet, ${value} AS value, sum(entries)::int AS count FROM ${from} GROUP BY 2`)

const counts: Record<FacetName, Sql> = {
  type: countSql('type', 'type', 'found'),
  health: countSql('health', 'verification', 'found'),
  x402Version: countSql('x402Version', 'x402_version::text', 'found WHERE x402_version IS NOT NULL'),
  network: countSql('network', 'network', 'found, unnest(networks) network'),
  scheme: countSql('scheme', 'scheme', 'found, unnest(schemes) scheme'),
  tags: sql`(${countSql('tags', 'tag', 'found, unnest(tags) tag')} ORDER BY 3 DESC, 2 LIMIT ${MOST_VALUES})`,
  maxUsdPrice: sql`SELECT 'maxUsdPrice' AS facet, step.value, sum(entries)::int AS count FROM (VALUES ${steps}) step(value, needed) JOIN found ON found.steps >= step.needed::int GROUP BY step.value`,
}
