import { parseDollars } from '@/lib/base/x402/money'

/** No price of ours has more decimals. */
const DECIMALS = 18

/** Cheapest first. */
export const orderByPrice = <Priced extends { dollars: string }>(priced: readonly Priced[]): Priced[] =>
  priced.toSorted((one, other) => Number(parseDollars(one.dollars, DECIMALS) - parseDollars(other.dollars, DECIMALS)))
