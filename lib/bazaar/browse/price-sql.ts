import { Prisma } from '@/lib/base/infra/database'

/** Limits of one call's price, in millionths of a dollar. */
export type PriceLimit = { maxMicroDollars: bigint | null; minMicroDollars: bigint | null; isExclusive: boolean }

export const toPriceLimit = (maxUsdPrice: number | undefined): PriceLimit | null =>
  maxUsdPrice === undefined
    ? null
    : { maxMicroDollars: BigInt(Math.round(maxUsdPrice * 1_000_000)), minMicroDollars: null, isExclusive: false }

/** One option must be within the limit, and on one of the wanted networks; an unknown price is not within any. */
export function priceSql(price: PriceLimit | null, networks: string[]): Prisma.Sql {
  if (price === null) return Prisma.sql`true`
  const lowest = withinSql({ ...price, minMicroDollars: null }, Prisma.sql`document.min_micro_dollars`)
  if (networks.length === 0 && price.minMicroDollars === null) return lowest
  const onNetworks = networks.length > 0 ? Prisma.sql`offer.network = ANY(${networks})` : Prisma.sql`true`
  // The lowest price has an index; it cannot say on which network it is.
  return Prisma.sql`${lowest} AND EXISTS (SELECT 1 FROM ${offers} WHERE ${withinSql(price, Prisma.sql`offer.price`)} AND ${onNetworks})`
}

/** The lowest known price of a document; only on the wanted networks, if there are any. */
export const lowestPriceSql = (networks: string[]): Prisma.Sql =>
  networks.length === 0
    ? Prisma.sql`document.min_micro_dollars`
    : Prisma.sql`(CASE WHEN document.price_networks <@ ${networks}::text[] THEN document.min_micro_dollars
        ELSE (SELECT min(offer.price) FROM ${offers} WHERE offer.network = ANY(${networks})) END)`

/** The networks on which a document's price is within the limit; all of its networks without one. */
export const networksWithinSql = (price: PriceLimit | null): Prisma.Sql =>
  price === null
    ? Prisma.sql`document.networks`
    : Prisma.sql`(CASE WHEN cardinality(document.networks) = 1 THEN document.networks
        ELSE ARRAY(SELECT DISTINCT offer.network FROM ${offers} WHERE ${withinSql(price, Prisma.sql`offer.price`)}) END)`

const offers = Prisma.sql`unnest(document.micro_dollars, document.price_networks) AS offer(price, network)`

function withinSql({ maxMicroDollars, minMicroDollars, isExclusive }: PriceLimit, price: Prisma.Sql): Prisma.Sql {
  const below = isExclusive ? Prisma.sql`<` : Prisma.sql`<=`
  return Prisma.join(
    [
      Prisma.sql`true`,
      ...(maxMicroDollars === null ? [] : [Prisma.sql`${price} ${below} ${maxMicroDollars}`]),
      ...(minMicroDollars === null ? [] : [Prisma.sql`${price} >= ${minMicroDollars}`]),
    ],
    ' AND ',
  )
}
