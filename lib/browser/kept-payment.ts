import { z } from 'zod'
import { paymentKeyOf, type Purchase } from './purchase'

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
})

/** A signed payment whose outcome is open: sent again it finds out how it ended, and can never be charged twice. */
export type KeptPayment = z.infer<typeof keptSchema>

export type PaymentStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The payment that was signed for this request and never got a final answer; null when there is none. */
export function findKeptPayment(store: PaymentStore, purchase: Purchase): KeptPayment | null {
  const text = store.getItem(paymentKeyOf(purchase))
  if (text === null) return null
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    // Written by somebody else or by an older version: no payment of ours.
    return null
  }
}

/** Keeps a signed payment, before it leaves the browser. */
export function keepPayment(store: PaymentStore, purchase: Purchase, payment: KeptPayment): void {
  store.setItem(paymentKeyOf(purchase), JSON.stringify(payment))
}

/** Forgets it once its outcome is known. */
export function forgetPayment(store: PaymentStore, purchase: Purchase): void {
  store.removeItem(paymentKeyOf(purchase))
}
