import fc from 'fast-check'
import { expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import { resolveSettlementOverride, SettlementOverrideError, type SettlementTerms } from './settlement-override'

const terms: SettlementTerms = { maximumAtomic: 100_000n, decimals: 6 }

const answerOf = (override: string, with_: Partial<SettlementTerms> = {}) => {
  try {
    return resolveSettlementOverride(override, { ...terms, ...with_ })
  } catch (error) {
    return error instanceof SettlementOverrideError ? error.message : error
  }
}

it.each([
  ['0', 0n],
  ['1', 1n],
  ['100000', 100_000n],
  ['007', 7n],
  ['0%', 0n],
  ['0.00%', 0n],
  ['100%', 100_000n],
  ['100.00%', 100_000n],
  ['50%', 50_000n],
  ['33.33%', 33_330n],
  ['0.5%', 500n],
  ['$0', 0n],
  ['$0.05', 50_000n],
  ['$0.1', 100_000n],
  ['$0.0000019', 2n],
  ['$0.1000004', 100_000n],
])('settles %s of $0.10 as %d', (override, expected) => {
  expect(resolveSettlementOverride(override, terms)).toBe(expected)
})

it('floors a percent', () => {
  expect(answerOf('99.99%', { maximumAtomic: 99n })).toBe(98n)
  expect(answerOf('0.01%', { maximumAtomic: 19_999n })).toBe(1n)
})

it('gives nothing away by rounding: what is above nothing comes to one unit', () => {
  expect(answerOf('0.01%', { maximumAtomic: 9_999n })).toBe(1n)
  expect(answerOf('$0.0000001')).toBe(1n)
  expect(answerOf('$0.0000004999999')).toBe(1n)
})

it.each(['100001', '$0.11', '$0.1000005', '9'.repeat(99), `$${'9'.repeat(99)}`])(
  'refuses %s above the maximum',
  (override) => {
    expect(String(answerOf(override))).toMatch(/above the authorised maximum|beyond any token's range/)
  },
)

it.each(['100.01%', '101%', '200%', '999.99%'])('refuses %s', (override) => {
  expect(answerOf(override)).toContain('100% at most')
})

it.each([
  '',
  ' 5 ',
  '5\n',
  '-5',
  '5.0',
  '1e3',
  '1,000',
  '٥',
  '33.333%',
  '1000%',
  '.5%',
  '5.%',
  '5%%',
  '$',
  '$1e3',
  '$1,000',
  '$$5',
  '1'.repeat(101),
])('refuses %j', (override) => expect(answerOf(override)).toContain('Expected atomic units'))

it('refuses values other than text', () => {
  for (const value of [5, 5n, null, undefined, {}, ['5']])
    expect(answerOf(value as string)).toContain('Expected atomic units')
})

const maximum = fc.bigInt(0n, 2n ** 128n)

it('resolveSettlementOverride never resolves below zero or above the maximum, whatever the handler says', () => {
  const override = fc.oneof(
    fc.string(),
    fc.bigInt(0n, 2n ** 130n).map(String),
    fc.tuple(fc.nat(150), fc.nat(120)).map(([whole, part]) => `${whole}.${part}%`),
    fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `$${whole}.${part}`),
  )
  fc.assert(
    fc.property(override, maximum, fc.nat(18), (text, maximumAtomic, decimals) => {
      const result = answerOf(text, { maximumAtomic, decimals })
      if (typeof result === 'bigint') expect(result >= 0n && result <= maximumAtomic).toBe(true)
      else expect(typeof result).toBe('string')
    }),
    { numRuns: soakOr(2_000, 500) },
  )
})

it('floors every percent exactly', () => {
  fc.assert(
    fc.property(fc.nat(10_000), maximum, (basisPoints, maximumAtomic) => {
      const text = `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}%`
      const result = resolveSettlementOverride(text, { ...terms, maximumAtomic })
      const isLeast = result === 1n && maximumAtomic * BigInt(basisPoints) > 0n
      expect(isLeast || result * 10_000n <= maximumAtomic * BigInt(basisPoints)).toBe(true)
      expect((result + 1n) * 10_000n > maximumAtomic * BigInt(basisPoints)).toBe(true)
    }),
  )
})

it('rounds every dollar amount to the nearest unit', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(999_999_999), (whole, billionths) => {
      const text = `$${whole}.${String(billionths).padStart(9, '0')}`
      const result = resolveSettlementOverride(text, { ...terms, maximumAtomic: 2n ** 128n })
      const exactBillionths = BigInt(whole) * 10n ** 9n + BigInt(billionths)
      const error = result * 1000n - exactBillionths
      const isLeast = result === 1n && exactBillionths > 0n
      expect(isLeast || (error > -500n && error <= 500n)).toBe(true)
    }),
  )
})
