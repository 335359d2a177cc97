/** A search that this browser keeps: its address on this site, and its words. */
export type KeptSearch = { address: string; words: string }

type Store = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'turnpike-searches'
const MOST = 50

/** What is kept, newest first. What another program wrote there, and no search is, is left out. */
export function findKept(store: Store): KeptSearch[] {
  return parseKept(store.getItem(KEY))
}

/** As `findKept`, of the text that is stored. */
export function parseKept(text: string | null): KeptSearch[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isKept).slice(0, MOST) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** Keeps a search, once; the oldest goes when there are too many. */
export function keepSearch(store: Store, search: KeptSearch): void {
  const others = findKept(store).filter(({ address }) => address !== search.address)
  store.setItem(KEY, JSON.stringify([search, ...others].slice(0, MOST)))
}

export function dropSearch(store: Store, dropped: string): void {
  store.setItem(KEY, JSON.stringify(findKept(store).filter(({ address }) => address !== dropped)))
}

export const storedText = (store: Store): string => store.getItem(KEY) ?? ''

/** Only this page of this site, so that nothing in the store can lead elsewhere. */
const isKept = (value: unknown): value is KeptSearch =>
  typeof value === 'object' &&
  value !== null &&
  'address' in value &&
  typeof value.address === 'string' &&
  value.address.startsWith('/bazaar?') &&
  'words' in value &&
  typeof value.words === 'string'
