const MINUTE_MS = 60_000

/** Two minutes of work, then one of failures, from the start on. */
export const isFailing = (elapsedMs: number): boolean => elapsedMs % (3 * MINUTE_MS) >= 2 * MINUTE_MS

const PRICES = ['$0.002', '$0.003', '$0.005'] as const

/** A price that changes every two minutes, and a payee that changes every six, between two wallets. */
export function termsAt(elapsedMs: number): { price: string; payee: 0 | 1 } {
  const step = Math.floor(elapsedMs / (2 * MINUTE_MS))
  return { price: PRICES[step % PRICES.length] ?? PRICES[0], payee: Math.floor(step / PRICES.length) % 2 === 0 ? 0 : 1 }
}
