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

/** Parts of the purse for whom nothing was spent on an earlier day, and for all others at the least. Callers have a key from us. */
const parts = { payee: { unseen: 32n, least: 16n }, caller: { unseen: 8n, least: 4n } }

/**
 * What one payee or caller may use: twice its busiest day of the last thirty, a half of the purse at the most; `busiest`
 * null for one that was never seen on an earlier day.
 */
export function shareOf(purse: bigint, kind: keyof typeof parts, busiest: bigint | null): bigint {
  if (busiest === null) return purse / parts[kind].unseen
  const [least, most] = [purse / parts[kind].least, purse / 2n]
  const grown = 2n * busiest
  return grown < least ? least : grown > most ? most : grown
}
