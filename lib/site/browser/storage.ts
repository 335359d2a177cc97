let isKept = true

/**
 * Whether what this page stores outlives it. False where the browser denies storage or has no room: then the page's own
 * memory holds it, so that buying and signing in work, and nothing may be put aside that a lost key would lose.
 */
export const isStorageKept = (): boolean => isKept

/** Tries a cookie: `navigator.cookieEnabled` says yes where a person has blocked them for the site. */
export function takesCookies(): boolean {
  const probe = 'turnpike-probe=1'
  // biome-ignore lint/suspicious/noDocumentCookie: the store that would do without is not in every browser.
  document.cookie = `${probe}; path=/; max-age=5; samesite=strict`
  return document.cookie.includes(probe)
}

/** Makes `localStorage` and `sessionStorage` of a page never throw, whatever uses them. Before any other script. */
export function makeStorageSafe(page: object): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    const own = storageOf(page, name)
    if (own) holdOverflow(own)
    else Object.defineProperty(page, name, { configurable: true, value: memoryStorage() })
    isKept &&= own !== null
  }
}

/**
 * Takes `indexedDB` from a page whose browser denies it. WalletConnect's code then keeps to `localStorage`, and would
 * else wait for its database without an end.
 */
export async function dropDeniedDatabase(page: { indexedDB: IDBFactory }): Promise<void> {
  const opened = new Promise<boolean>((resolve) => {
    const request = page.indexedDB.open('turnpike-probe')
    request.onsuccess = () => resolve(true)
    request.onerror = () => resolve(false)
    // Some never answer where they deny it.
    setTimeout(() => resolve(false), 3_000)
  })
  if (await opened.catch(() => false)) return
  Object.defineProperty(page, 'indexedDB', { configurable: true, value: undefined })
}

function storageOf(page: object, name: string): Storage | null {
  try {
    return (Reflect.get(page, name) as Storage | null | undefined) ?? null
  } catch {
    // A browser that withholds it refuses even to name it.
    return null
  }
}

/** Holds in memory what a full or refusing storage does not take, and finds it there first. */
function holdOverflow(own: Storage): void {
  const held = new Map<string, string>()
  const prototype = Object.getPrototypeOf(own) as Storage
  const { getItem, setItem, removeItem } = prototype
  const overflowing: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem(this: Storage, key) {
      return (this === own ? held.get(key) : undefined) ?? getItem.call(this, key)
    },
    setItem(this: Storage, key, value) {
      try {
        setItem.call(this, key, value)
        if (this === own) held.delete(key)
      } catch (error) {
        if (this !== own) throw error
        held.set(key, String(value))
        isKept = false
      }
    },
    removeItem(this: Storage, key) {
      if (this === own) held.delete(key)
      removeItem.call(this, key)
    },
  }
  Object.assign(prototype, overflowing)
}

/** A storage of this page only. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, String(value)),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    get length() {
      return items.size
    },
  }
}
