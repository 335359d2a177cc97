import { expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { groupConversion, percentOf } from './conversion-section'

const row = { day: '2026-01-31', routeKey: 'GET /x/a/b', audience: 'agent' as const, served: 4, signed: 2, settled: 1 }

it('adds up under names, the busiest first', () => {
  const rows = [row, { ...row, routeKey: 'GET /x/a/c', served: 9 }, { ...row, day: '2026-01-30' }]
  expect(groupConversion(rows, ({ routeKey }) => routeKey)).toEqual([
    { name: 'GET /x/a/b', served: 8, signed: 4, settled: 2 },
    { name: 'GET /x/a/c', served: 9, signed: 2, settled: 1 },
  ])
})

it('gives no share of nothing', () => {
  const t = translateIn('en', 'earnings')
  expect([percentOf(t, 1, 8), percentOf(t, 0, 0), percentOf(t, 2, 1)]).toEqual(['12.5%', '–', '–'])
})
