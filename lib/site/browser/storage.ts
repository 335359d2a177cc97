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

/**
 * Gives a page whose browser denies storage, or has no room in it, one of its own memory, so that whoever uses it goes on.
 * Before any other script.
 */
export function makeStorageSafe(page: object): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    const own = storageOf(page, name)
    if (own && takesItems(own)) continue
    Object.defineProperty(page, name, { configurable: true, value: memoryStorage(own) })
    isKept = false
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

function takesItems(own: Storage): boolean {
  const probe = 'turnpike-probe'
  try {
    own.setItem(probe, probe)
    own.removeItem(probe)
    return true
  } catch {
    return false
  }
}

/** A storage of this page only, with what another one holds. */
export function memoryStorage(from: Pick<Storage, 'length' | 'key' | 'getItem'> | null = null): Storage {
  const keys = Array.from({ length: from?.length ?? 0 }, (_, index) => from?.key(index) ?? '')
  const items = new Map(keys.map((key) => [key, from?.getItem(key) ?? '']))
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
