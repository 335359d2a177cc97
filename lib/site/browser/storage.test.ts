import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())

it('leaves a storage that works as it is, and stands in for one without room, with what it holds', async () => {
  const { isStorageKept, makeStorageSafe, memoryStorage } = await import('./storage')
  const page = { localStorage: memoryStorage(), sessionStorage: memoryStorage() }
  const own = page.localStorage
  makeStorageSafe(page)
  expect([page.localStorage, own.length, isStorageKept()]).toEqual([own, 0, true])
  own.setItem('a', 'text')
  own.setItem = () => expect.fail('QuotaExceededError')
  makeStorageSafe(page)
  page.localStorage.setItem('b', 'more')
  expect([page.localStorage.getItem('a'), page.localStorage.getItem('b'), isStorageKept()]).toEqual([
    'text',
    'more',
    false,
  ])
})

it.each([
  ['denied', { get: () => expect.fail('SecurityError') }],
  ['missing', { value: null }],
])('stands in for a storage that is %s', async (_name, descriptor) => {
  const { isStorageKept, makeStorageSafe, memoryStorage } = await import('./storage')
  const page = { localStorage: memoryStorage(), sessionStorage: memoryStorage() }
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
