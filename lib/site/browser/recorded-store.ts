import type { PaymentStore } from './kept-payment'

export type RecordedStore = PaymentStore & {
  /** The signed payment that was stored last, decoded; null before there is one. */
  payload: () => unknown
}

/** A store of payments for one purchase on one page, which reports the signed payment. */
export function createRecordedStore(): RecordedStore {
  const items = new Map<string, string>()
  let last: string | null = null
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      last = value
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
    payload: () => (last === null ? null : decodeHeader(String(Reflect.get(JSON.parse(last), 'header')))),
  }
}

/** Base64 of UTF-8 JSON, which this page has just made itself. */
function decodeHeader(header: string): unknown {
  const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes))
}
