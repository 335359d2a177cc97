import { PAYMENT_KEY, type Purchase, paymentKeyOf } from './purchase'

type ListedStore = Pick<Storage, 'getItem' | 'removeItem' | 'key' | 'length'>

/** Where signed payments wait for their outcome: one place for all tabs of this site, which outlives them. */
export const paymentStore = (): Storage => window.localStorage

/** Whether a payment for this request waits for its outcome. */
export const isPaymentKept = (purchase: Purchase): boolean => paymentStore().getItem(paymentKeyOf(purchase)) !== null

/** Calls back when another tab stores or deletes a payment. Deletes expired ones first. */
export function watchPayments(onChange: () => void): () => void {
  forgetExpired(paymentStore(), Date.now())
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

/** Deletes expired payments, and entries that only look like one. */
function forgetExpired(store: ListedStore, now: number): void {
  for (const key of keysOf(store)) {
    if (key.startsWith(PAYMENT_KEY) && !(keptUntil(store.getItem(key)) > now)) store.removeItem(key)
  }
}

export const keysOf = (store: Pick<Storage, 'key' | 'length'>): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')

/** NaN, which is never in the future, for values that are no payment of ours. */
function keptUntil(text: string | null): number {
  try {
    return Number(Reflect.get(JSON.parse(text ?? ''), 'keptUntil'))
  } catch {
    return Number.NaN
  }
}
