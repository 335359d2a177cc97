import { expect, it } from 'vitest'
import type { OptionDraft } from './draft'
import type { Entry } from './entry'
import { differencesOf, warningsOf } from './warnings'

const now = new Date('2026-03-08T10:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const DAY_MS = 86_400_000
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const listed = {
  scheme: 'exact',
  network: 'eip155:8453',
  amountAtomic: 1_000n,
  asset: USDC,
  payTo: `0x${'a'.repeat(40)}`,
}

const entry = (changes: Partial<Entry>): Entry =>
  ({
    ...{ source: 'probed', verification: 'live', payeeChangedAt: null, firstSeenAt: before(DAY_MS) },
    ...{ serviceName: null, description: null, resource: 'https://a.example/' },
    health: { lastProbedAt: now, uptime24h: 1, uptime30d: 1, latencyMs: 12 },
    options: [{ ...listed, coin: null, timeoutSeconds: 60, extra: {} }],
    ...changes,
  }) as Entry

const unasked = { lastProbedAt: null, uptime24h: null, uptime30d: null, latencyMs: null }

it.each<[string, Partial<Entry>, string[]]>([
  ['nothing of what answers as listed', {}, []],
  ['no answer of what failed at the last look', { verification: 'failing' }, ['no_answer']],
  ['never asked of what nobody asked', { verification: 'unverified', health: unasked }, ['never_asked']],
  [
    'nothing of this site, which answers for its own',
    { source: 'own', verification: 'unverified', health: unasked },
    [],
  ],
  ['a payee that changed within a week', { payeeChangedAt: before(7 * DAY_MS - 1) }, ['payee_changed']],
  ['a name that is another’s', { serviceName: 'OpenAI' }, ['borrowed_name']],
  ['nothing of an older change', { payeeChangedAt: before(7 * DAY_MS) }, []],
])('tells %s', (_, changes, codes) => {
  expect(warningsOf(entry(changes), now).map(({ code }) => code)).toEqual(codes)
})

const asked = (changes: Partial<OptionDraft>) =>
  differencesOf([listed, { ...listed, ...changes }] as OptionDraft[], entry({}), now).map(({ code }) => code)

it('tells another price or payee in any option, and nothing of another coin', () => {
  expect(asked({})).toEqual([])
  expect(asked({ amountAtomic: 1_001n })).toEqual(['price_differs'])
  expect(asked({ payTo: `0x${'b'.repeat(40)}` })).toEqual(['payee_differs'])
  expect(asked({ payTo: listed.payTo.toUpperCase().replace('0X', '0x') })).toEqual([])
  expect(asked({ asset: `0x${'c'.repeat(40)}`, amountAtomic: 5n })).toEqual([])
})
