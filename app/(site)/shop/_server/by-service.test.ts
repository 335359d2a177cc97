import { expect, test } from 'vitest'
import { byService } from './by-service'

const goods = (title: string, service: string | null = null) => ({ title, service })

test('operations of one service are one, in the place of the first of them', () => {
  const found = byService([
    goods('an article'),
    goods('tides', 'Tide tables'),
    goods('a file'),
    goods('ports', 'Tide tables'),
  ])
  expect(found.map(({ operations }) => operations.map(({ title }) => title))).toEqual([
    ['an article'],
    ['tides', 'ports'],
    ['a file'],
  ])
})
