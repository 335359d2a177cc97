import { describe, expect, it } from 'vitest'
import { Prisma } from '@/lib/base/infra/database'
import { isNewcomer, isSuspect, quality, type RankedEntry, trust } from '../ingest/quality'
import { adjustScore, arrange, type Ranked } from './arrange'

const entry = (key: string, score: number, overrides: Partial<Ranked> = {}): Ranked => ({
  key,
  score,
  coverage: 1,
  isNewcomer: false,
  isSuspect: false,
  type: 'http',
  lowestPrice: null,
  ...overrides,
})
const keys = (entries: Ranked[]) => arrange(entries, { preferredType: null, order: null }).map(({ key }) => key)

describe('the order of a page', () => {
  it('breaks ties by key, so that pages never overlap', () => {
    expect(keys([entry('b', 0.5), entry('a', 0.5)])).toEqual(['a', 'b'])
  })

  it('holds a flood of newcomers behind the proven, and gives the best of them a place', () => {
    const proven = Array.from({ length: 12 }, (_, index) => entry(`proven${index}`, 0.7))
    const flood = Array.from({ length: 20 }, (_, index) => entry(`new${index}`, 0.9, { isNewcomer: true }))
    expect(
      keys([...proven, ...flood])
        .slice(0, 10)
        .filter((key) => key.startsWith('new')),
    ).toHaveLength(2)
    const late = keys([...proven, entry('late', 0.3, { isNewcomer: true })])
    expect(late.indexOf('late')).toBe(7)
    expect(keys([...proven, entry('sly', 0.01, { isNewcomer: true, isSuspect: true })]).indexOf('sly')).toBe(12)
  })
})

describe('the adjusted score', () => {
  const score = (signals: Partial<Parameters<typeof adjustScore>[1]>): number =>
    adjustScore(1, { quality: 0, isSuspect: false, trust: 1, isDead: false, ...signals }).score

  it('puts the best suspect and the best dead entry below the worst honest one', () => {
    expect(score({ quality: 1, isSuspect: true })).toBeLessThan(score({}) / 5)
    expect(score({ quality: 1, isDead: true })).toBeLessThan(score({}) / 2)
  })

  it('sinks what changed its terms, below what fits half as well', () => {
    expect(score({ quality: 1, trust: 0.3 })).toBeLessThan(score({}) / 2)
  })

  it('lets quality move a score by an eighth at most, so that popularity replaces no fit', () => {
    expect(score({ quality: 1 })).toBe(1)
    expect(score({})).toBeGreaterThanOrEqual(0.875)
  })
})

/** A row's parts that rank it. */
const signals = (overrides: Partial<RankedEntry> = {}) =>
  ({
    source: 'probed',
    verification: 'live',
    suspicions: [],
    payeeChangedAt: null,
    priceJumpedAt: null,
    organicPayers: 0,
    settledCount: 0,
    organicCount: 0,
    uptime30d: 1,
    firstSeenAt: new Date('2026-11-20T00:00:00Z'),
    description: 'What it does',
    input: {},
    options: [{ amountAtomic: new Prisma.Decimal(1) }] as RankedEntry['options'],
    x402Version: 2,
    ...overrides,
  }) as RankedEntry

describe('quality', () => {
  const score = (overrides: Partial<RankedEntry>, fit = 0.8) =>
    adjustScore(fit, {
      quality: quality(signals(overrides)),
      isSuspect: isSuspect(signals(overrides)),
      trust: trust(signals(overrides), new Date('2026-12-03T00:00:00Z')),
      isDead: overrides.verification === 'dead',
    }).score

  it('puts the probed above the unverified at equal fit, and never above a clearly better fit', () => {
    expect(score({})).toBeGreaterThan(score({ source: 'imported', verification: 'unverified' }))
    expect(score({ organicPayers: 1_000 }, 0.7)).toBeLessThan(
      score({ source: 'imported', verification: 'unverified' }, 0.8),
    )
  })

  it.each([
    ['a farm', { suspicions: ['farmed'] }, true],
    ['stuffed prose of a stranger', { suspicions: ['stuffed'] }, true],
    ['stuffed prose that was imported', { suspicions: ['stuffed'], source: 'imported' }, false],
    ['stuffed prose that three independent wallets paid for', { suspicions: ['stuffed'], organicPayers: 3 }, false],
    ['bought popularity', { settledCount: 10, organicCount: 1 }, true],
    ['a swapped payee, which only sinks', { payeeChangedAt: new Date('2026-12-02T00:00:00Z') }, false],
    ['nothing', {}, false],
  ] as [string, Partial<RankedEntry>, boolean][])('distrusts %s: %o is %s', (_, overrides, expected) => {
    expect(isSuspect(signals(overrides))).toBe(expected)
  })

  it('counts as a newcomer for two weeks or until three independent wallets have paid', () => {
    const now = new Date('2026-12-03T23:00:00Z')
    expect(isNewcomer(signals(), now)).toBe(true)
    expect(isNewcomer(signals({ organicPayers: 3 }), now)).toBe(false)
    expect(isNewcomer(signals(), new Date('2026-12-04T01:00:00Z'))).toBe(false)
    expect(isNewcomer(signals({ source: 'own' }), now)).toBe(false)
  })
})
