import type { GasPurpose } from './gas-use'

/**
 * How a network's gas of a day is shared out, so that nobody can spend what others need. All in its smallest unit.
 * Three quarters are for payments, one is for claims, payouts and refunds of channels.
 */
export const purseOf = (limit: bigint, purpose: GasPurpose): bigint =>
  purpose === 'channel' ? limit / 4n : limit - limit / 4n

/** The last third is for payments that are worth more than their own gas. */
export const ordinaryOf = (purse: bigint): bigint => (purse * 2n) / 3n

/** What all payees together may use that have settled nothing on an earlier day. */
export const newcomersOf = (purse: bigint): bigint => purse / 4n

/** No share is smaller. */
export const leastShareOf = (purse: bigint): bigint => purse / 32n

/**
 * What one payee or caller may use: twice its busiest day of the last thirty, a sixteenth of the purse at the least and a
 * half at the most; `busiest` null for one that was never seen on an earlier day.
 */
export function shareOf(purse: bigint, busiest: bigint | null): bigint {
  if (busiest === null) return leastShareOf(purse)
  const [least, most] = [purse / 16n, purse / 2n]
  const grown = 2n * busiest
  return grown < least ? least : grown > most ? most : grown
}
