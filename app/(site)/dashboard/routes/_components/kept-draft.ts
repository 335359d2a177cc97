import type { Texts } from './route-value'

/** The unsaved texts of a form by the names of its controls, and the stored version that they were written over. */
export type Draft = { at: number; version: string; texts: Texts }

type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A text of half a million characters and everything around it; browsers store five million. */
const MAXIMUM_CHARACTERS = 1_000_000

/** The draft under that key; null where there is none, or where another program has written something else. */
export function findDraft(store: DraftStore, key: string): Draft | null {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as Partial<Draft> | null // Looked at next.
    if (typeof kept?.at !== 'number' || typeof kept.texts !== 'object' || kept.texts === null) return null
    const isWhole = Object.values(kept.texts).every(
      (texts: unknown) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'),
    )
    return isWhole ? { at: kept.at, version: String(kept.version ?? 'unknown'), texts: kept.texts } : null
  } catch {
    return null
  }
}

/** Stores a draft in this browser; false for one that is too large, or finds no room. */
export function keepDraft(store: DraftStore, key: string, draft: Draft): boolean {
  const text = JSON.stringify(draft)
  if (text.length > MAXIMUM_CHARACTERS) return false
  try {
    store.setItem(key, text)
    return true
  } catch {
    // The store is full. The form itself still holds everything.
    return false
  }
}

/** The storage key of a route's draft: by shop, since several may be written in one browser. */
export const draftKey = (handle: string, route: string): string => `turnpike-draft ${handle} ${route}`
