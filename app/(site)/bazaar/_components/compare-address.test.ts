import { expect, test } from 'vitest'
import { compareAddress, readCompared } from './compare-address'

const read = (address: string) => readCompared(new URL(address, 'http://a.example').searchParams.getAll('entry'))

test('an address names the entries that it was made of', () => {
  const keys = ['GET https://a.example/?b=c&d', 'mcp ü']
  expect(read(compareAddress(keys))).toEqual({ keys, isTooMany: false, isUnclear: false })
  expect(read(compareAddress([]))).toEqual({ keys: [], isTooMany: false, isUnclear: false })
  expect(readCompared(undefined).keys).toEqual([])
})

test('an entry is compared once, and three at most', () => {
  expect(read(compareAddress(['a', 'a']))).toEqual({ keys: ['a'], isTooMany: false, isUnclear: false })
  expect(read(compareAddress(['a', 'b', 'c', 'd']))).toEqual({
    keys: ['a', 'b', 'c'],
    isTooMany: true,
    isUnclear: false,
  })
  expect(read(compareAddress(['a', 'b', 'c', 'c'])).isTooMany).toBe(false)
})

test.each(['%', 'a b', 'YQ==', '€'])('%j is no entry', (entryId) => {
  expect(readCompared([entryId, 'YQ'])).toEqual({ keys: ['a'], isTooMany: false, isUnclear: true })
})
