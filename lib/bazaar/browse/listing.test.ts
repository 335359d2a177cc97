import { expect, it } from 'vitest'
import type { Entry } from '../entry/entry'
import { judgeListed } from './listing'

const checkedAt = new Date('2026-03-01T10:00:00Z')
const seenAt = new Date('2026-02-01T10:00:00Z')

const entry = (changes: Partial<Entry>): Entry =>
  ({
    ...{ key: 'GET https://a.example/', type: 'http', resource: 'https://a.example/', source: 'probed' },
    ...{ verification: 'live', description: 'Tides of a harbour', x402Version: 2, lookOuts: [] },
    options: [
      {
        ...{ scheme: 'exact', network: 'eip155:8453', amountAtomic: 1_000n, coin: null, timeoutSeconds: 60, extra: {} },
        asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        payTo: '0x00000000000000000000000000000000000000aa',
      },
    ],
    settlements: { total: 0, organic: 0, organicPayers: 0, countedAt: null },
    health: { lastProbedAt: checkedAt, uptime24h: 1, uptime30d: 1, latencyMs: 12 },
    lastUpdatedAt: seenAt,
    ...changes,
  }) as Entry

const shown = (changes: Partial<Entry>) => {
  const { verdict, reasons } = judgeListed(entry(changes))
  return [verdict, ...reasons.map(({ effect, code }) => `${effect} ${code}`)]
}

it('judges a listing by its last check, each fact with its time', () => {
  expect(shown({})).toEqual(['pay', 'note few_payers', 'good answers', 'good stays_up'])
  expect(judgeListed(entry({})).reasons.map(({ at }) => at)).toEqual([checkedAt, checkedAt, checkedAt])
})

it.each([
  ['unverified', 'pay_with_care', 'care not_seen'],
  ['failing', 'pay_with_care', 'care last_check_failed'],
  ['dead', 'do_not_pay', 'stop no_answer'],
])('says of a listing that is %s: %s', (verification, verdict, reason) => {
  expect(shown({ verification })).toEqual(expect.arrayContaining([verdict, reason]))
})

it('tells a look-out with the time since when it holds', () => {
  const lookOuts = [{ kind: 'payee_swaps' as const, evidence: {}, firstSeenAt: seenAt, lastSeenAt: checkedAt }]
  expect(judgeListed(entry({ lookOuts }))).toMatchObject({
    verdict: 'do_not_pay',
    reasons: [{ code: 'payee_swaps', at: checkedAt, since: seenAt }, {}, {}, {}],
  })
})

it('asks of no listing of this site that it was seen, or described', () => {
  expect(shown({ source: 'own', verification: 'unverified', description: null })).toContain('pay')
})
