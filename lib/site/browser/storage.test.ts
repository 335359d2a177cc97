import { beforeEach, expect, it, vi } from 'vitest'

/** A page whose stores have room for so many letters each. */
function pageWithRoom(room: number): { localStorage: Storage; sessionStorage: Storage } {
  class Store {
    items = new Map<string, string>()
    getItem(key: string) {
      return this.items.get(key) ?? null
    }
    setItem(key: string, value: string) {
      const others = [...this.items].filter(([name]) => name !== key)
      if ([...others, [key, value]].flat().join('').length > room) throw new DOMException('Full', 'QuotaExceededError')
      this.items.set(key, value)
    }
    removeItem(key: string) {
      this.items.delete(key)
    }
  }
  return { localStorage: new Store() as unknown as Storage, sessionStorage: new Store() as unknown as Storage }
}

beforeEach(() => vi.resetModules())

it('keeps what there is room for, holds in memory what does not fit, says so, and removes what was kept', async () => {
  const { isStorageKept, makeStorageSafe } = await import('./storage')
  const page = pageWithRoom(60)
  const own = page.localStorage
  makeStorageSafe(page)
  own.setItem('channel', 'a key')
  expect([page.localStorage, own.getItem('channel'), isStorageKept()]).toEqual([own, 'a key', true])
  own.setItem('payment', 'signed '.repeat(10))
  own.setItem('channel', 'a balance '.repeat(10))
  expect([own.getItem('payment'), own.getItem('channel'), page.sessionStorage.getItem('payment')]).toEqual([
    'signed '.repeat(10),
    'a balance '.repeat(10),
    null,
  ])
  expect([isStorageKept(), 'items' in own && own.items]).toEqual([false, new Map([['channel', 'a key']])])
  for (const key of ['payment', 'channel']) own.removeItem(key)
  expect([own.getItem('payment'), own.getItem('channel'), 'items' in own && own.items]).toEqual([null, null, new Map()])
})

it.each([
  ['denied', { get: () => expect.fail('SecurityError') }],
  ['missing', { value: null }],
])('stands in for a storage that is %s', async (_name, descriptor) => {
  const { isStorageKept, makeStorageSafe } = await import('./storage')
  const page = pageWithRoom(60)
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
