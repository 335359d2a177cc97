import { type Sql, sql } from '@/lib/base/infra/database'

/** Limits of one call's price, in millionths of a dollar. */
export type PriceLimit = { maxMicroDollars: bigint | null; minMicroDollars: bigint | null; isExclusive: boolean }

export const toPriceLimit = (maxUsdPrice: number | undefined): PriceLimit | null =>
  maxUsdPrice === undefined
    ? null
    : { maxMicroDollars: BigInt(Math.round(maxUsdPrice * 1_000_000)), minMicroDollars: null, isExclusive: false }

/** One option must be within the limit, and on one of the wanted networks; an unknown price is not within any. */
export function priceSql(price: PriceLimit | null, networks: string[]): Sql {
  if (price === null) return sql`true`
  const lowest = withinSql({ ...price, minMicroDollars: null }, sql`document.min_micro_dollars`)
  if (networks.length === 0 && price.minMicroDollars === null) return lowest
  const onNetworks = networks.length > 0 ? sql`offer.network = ANY(${networks})` : sql`true`
  // The lowest price has an index; it cannot say on which network it is.
  return sql`${lowest} AND EXISTS (SELECT 1 FROM ${offers} WHERE ${withinSql(price, sql`offer.price`)} AND ${onNetworks})`
}

/** The lowest known price of a document; only on the wanted networks, if there are any. */
export const lowestPriceSql = (networks: string[]): Sql =>
  networks.length === 0
    ? sql`document.min_micro_dollars`
    : sql`(CASE WHEN document.price_networks <@ ${networks}::text[] THEN document.min_micro_dollars
        ELSE (SELECT min(offer.price) FROM ${offers} WHERE offer.network = ANY(${networks})) END)`

/** The networks on which a document's price is within the limit; all of its networks without one. */
export const networksWithinSql = (price: PriceLimit | null): Sql =>
  price === null
    ? sql`document.networks`
    : sql`(CASE WHEN cardinality(document.networks) = 1 THEN document.networks
        ELSE ARRAY(SELECT DISTINCT offer.network FROM ${offers} WHERE ${withinSql(price, sql`offer.price`)}) END)`

const offers = sql`unnest(document.micro_dollars, document.price_networks) AS offer(price, network)`

function withinSql({ maxMicroDollars, minMicroDollars, isExclusive }: PriceLimit, price: Sql): Sql {
  const below = isExclusive ? sql`<` : sql`<=`
  return sql.join(
    [
      sql`true`,
      ...(maxMicroDollars === null ? [] : [sql`${price} ${below} ${maxMicroDollars}`]),
      ...(minMicroDollars === null ? [] : [sql`${price} >= ${minMicroDollars}`]),
    ],
    ' AND ',
  )
}
