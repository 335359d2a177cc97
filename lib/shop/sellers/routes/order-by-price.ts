import { parseDollars } from '@/lib/base/x402/money'

/** Decimals that no price of ours has more of. */
const DECIMALS = 18

/** Cheapest first. */
export const orderByPrice = <Priced extends { dollars: string }>(priced: readonly Priced[]): Priced[] =>
  priced.toSorted((one, other) => Number(parseDollars(one.dollars, DECIMALS) - parseDollars(other.dollars, DECIMALS)))
