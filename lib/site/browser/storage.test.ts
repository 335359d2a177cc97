import { beforeEach, expect, it, vi } from 'vitest'

/** A page whose storage has room for so many letters. */
function pageWithRoom(room: number): { localStorage: Storage; sessionStorage: Storage } {
  class Store {
    items = new Map<string, string>()
    getItem(key: string) {
      return this.items.get(key) ?? null
    }
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      this.items.set(key, value)
    }
    removeItem(key: string) {
      this.items.delete(key)
    }
  }
  return { localStorage: new Store() as unknown as Storage, sessionStorage: new Store() as unknown as Storage }
}

beforeEach(() => vi.resetModules())

it('leaves a storage that works as it is', async () => {
  const { isStorageKept, makeStorageSafe } = await import('./storage')
  const page = pageWithRoom(10)
  const own = page.localStorage
  makeStorageSafe(page)
  page.localStorage.setItem('a', 'text')
  expect([page.localStorage, page.localStorage.getItem('a'), isStorageKept()]).toEqual([own, 'text', true])
})

it('holds in memory what a full storage does not take, and says so', async () => {
  const { isStorageKept, makeStorageSafe } = await import('./storage')
  const page = pageWithRoom(10)
  makeStorageSafe(page)
  page.localStorage.setItem('a', 'short')
  page.localStorage.setItem('a', 'longer than there is room')
  expect([page.localStorage.getItem('a'), isStorageKept()]).toEqual(['longer than there is room', false])
  expect(page.sessionStorage.getItem('a')).toBeNull()
  page.localStorage.removeItem('a')
  expect(page.localStorage.getItem('a')).toBeNull()
})

it.each([
  ['denied', { get: () => expect.fail('SecurityError') }],
  ['missing', { value: null }],
])('stands in for a storage that is %s', async (_name, descriptor) => {
  const { isStorageKept, makeStorageSafe } = await import('./storage')
  const page = pageWithRoom(10)
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(page, name, { configurable: true, ...descriptor })
  }
  makeStorageSafe(page)
  page.localStorage.setItem('a', 'a text of any length')
  expect(page.localStorage.getItem('a')).toBe('a text of any length')
  expect([page.localStorage.length, page.localStorage.key(0)]).toEqual([1, 'a'])
  expect([page.sessionStorage.getItem('a'), isStorageKept()]).toEqual([null, false])
})

it.each([
  ['refused as it is named', () => expect.fail('SecurityError'), undefined],
  ['refused as it opens', () => ({ open: () => opening('onerror') }), undefined],
  ['granted', () => ({ open: () => opening('onsuccess') }), expect.anything()],
])('leaves wallets a database only where it is granted: %s', async (_name, get, left) => {
  const { dropDeniedDatabase } = await import('./storage')
  const page = Object.defineProperty({}, 'indexedDB', { configurable: true, get }) as { indexedDB: IDBFactory }
  await dropDeniedDatabase(page)
  expect(page.indexedDB).toEqual(left)
})

/** Answers as a browser does, once its caller listens. */
function opening(answer: 'onsuccess' | 'onerror') {
  const request: Partial<Record<typeof answer, () => void>> = {}
  queueMicrotask(() => request[answer]?.())
  return request
}
