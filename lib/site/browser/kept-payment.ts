import { z } from 'zod'
import { type Purchase, paymentKeyOf } from './purchase'

const keptSchema = z.object({
  header: z.string().min(1).max(16_384),
  payer: z.string(),
  terms: z.object({
    scheme: z.string(),
    network: z.custom<`${string}:${string}`>((value) => typeof value === 'string' && value.includes(':')),
    asset: z.string(),
    amount: z.string().regex(/^\d{1,78}$/),
    payTo: z.string(),
  }),
  /** When it can no longer be settled; milliseconds, as the next. */
  lapsesAt: z.number(),
  /** When it is deleted at the latest. */
  keptUntil: z.number(),
})

/** A signed payment whose outcome is open: sending it again tells how it ended, and can never charge twice. */
export type KeptPayment = z.infer<typeof keptSchema>

const DAY_MS = 24 * 60 * 60 * 1000
/** A block hash of Solana can outlive its option's timeout, and clocks differ. */
const SHORTEST_LIFE_MS = 180_000
const CLOCK_SKEW_MS = 60_000

/** The lifetime of a payment signed now for an option with that timeout. */
export function lifeOfPayment(now: number, timeoutSeconds: number): Pick<KeptPayment, 'lapsesAt' | 'keptUntil'> {
  const lapsesAt = now + Math.max(timeoutSeconds * 1000, SHORTEST_LIFE_MS) + CLOCK_SKEW_MS
  return { lapsesAt, keptUntil: lapsesAt + DAY_MS }
}

export type PaymentStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The payment that was signed for this request and never got a final answer; null when there is none. */
export function findKeptPayment(store: PaymentStore, purchase: Purchase, now = Date.now()): KeptPayment | null {
  const text = store.getItem(paymentKeyOf(purchase))
  if (text === null) return null
  try {
    const kept = keptSchema.parse(JSON.parse(text))
    return kept.keptUntil > now ? kept : null
  } catch {
    // Written by another program or an older version: no payment of ours.
    return null
  }
}

export function keepPayment(store: PaymentStore, purchase: Purchase, payment: KeptPayment): void {
  store.setItem(paymentKeyOf(purchase), JSON.stringify(payment))
}

export function forgetPayment(store: PaymentStore, purchase: Purchase): void {
  store.removeItem(paymentKeyOf(purchase))
}
