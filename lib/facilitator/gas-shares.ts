/**
 * Purpose of a transaction's gas: payments (also deposits into channels), or receivers' requests about their channels.
 * Each has a separate purse, so that payments never keep earned money from being claimed.
 */
export type GasPurpose = 'payment' | 'channel'

/**
 * Divides a network's gas of a day, so that no one can spend what others need. All in its smallest unit.
 * Three quarters are for payments, one is for claims, payouts and refunds of channels.
 */
export const purseOf = (limit: bigint, purpose: GasPurpose): bigint =>
  purpose === 'channel' ? limit / 4n : limit - limit / 4n

/** The last third is for payments that are worth more than their own gas. */
export const ordinaryOf = (purse: bigint): bigint => (purse * 2n) / 3n

/** Limit for all payees together that have settled nothing on an earlier day. */
export const newcomersOf = (purse: bigint): bigint => purse / 4n

export const leastShareOf = (purse: bigint): bigint => purse / 32n

/** Divisors of the purse: `unseen` where no earlier day is known, `least` for the others' minimum. */
const parts = { payee: { unseen: 32n, least: 16n }, caller: { unseen: 8n, least: 4n } }

/**
 * Limit of one payee or caller: twice its busiest day of the last thirty, at most half of the purse; `busiest` is null
 * for one that was never seen on an earlier day.
 */
export function shareOf(purse: bigint, kind: keyof typeof parts, busiest: bigint | null): bigint {
  if (busiest === null) return purse / parts[kind].unseen
  const [least, most] = [purse / parts[kind].least, purse / 2n]
  const grown = 2n * busiest
  return grown < least ? least : grown > most ? most : grown
}
