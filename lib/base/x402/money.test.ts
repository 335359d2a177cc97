import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatAtomic,
  MAX_AMOUNT_ATOMIC,
  MoneyError,
  netOf,
  parseAmountAtomic,
  parseDollars,
  parsePrice,
  toAmountAtomic,
} from './money'

describe('parseDollars', () => {
  it.each([
    ['$0.10', 6, 100000n],
    ['$1', 6, 1000000n],
    ['$0', 6, 0n],
    ['$0.000001', 6, 1n],
    ['$0.0000019', 6, 2n],
    ['$0.0000015', 6, 2n],
    ['$0.0000014999999', 6, 1n],
    ['$0.0000004', 6, 0n],
    ['$0.9999995', 6, 1000000n],
    ['$12.5', 0, 13n],
    ['$12.4', 0, 12n],
    ['$007.50', 2, 750n],
  ])('%s with %d decimals is %d', (text, decimals, expected) => {
    expect(parseDollars(text, decimals)).toBe(expected)
  })

  it.each([
    '',
    '$',
    '0.10',
    '$.5',
    '$5.',
    '$-1',
    '$ 1',
    '$1 ',
    '$1,000',
    '$1e3',
    '$0x1',
    '$١',
    '$1\n',
    `$${'1'.repeat(200)}`,
  ])('refuses %j', (text) => expect(() => parseDollars(text, 6)).toThrow(MoneyError))

  it('refuses more than a uint256', () => {
    expect(() => parseDollars(`$${'9'.repeat(80)}`, 6)).toThrow(
      expect.objectContaining({ code: 'AMOUNT_OUT_OF_RANGE' }) as Error,
    )
  })
})

describe('parsePrice', () => {
  it.each([
    ['$0.000001', 6, 1n],
    ['$0.0000014', 6, 1n],
    ['$0.10', 6, 100000n],
    ['$1', 0, 1n],
    ['$0.0000001', 18, 100000000000n],
  ])('%s with %d decimals is %d', (text, decimals, expected) => {
    expect(parsePrice(text, decimals)).toBe(expected)
  })

  it.each([
    ['$0', 6],
    ['$0.0000001', 6],
    ['$0.0000004', 6],
    // Rounded to one unit it would cost twice what it says.
    ['$0.0000005', 6],
    ['$0.00000099', 6],
    ['$0.99', 0],
  ])('refuses %s with %d decimals: less than a unit', (text, decimals) => {
    expect(() => parsePrice(text, decimals)).toThrow(expect.objectContaining({ code: 'AMOUNT_BELOW_UNIT' }) as Error)
  })

  it('names the smallest amount', () => {
    expect(() => parsePrice('$0.0000001', 6)).toThrow('A price below $0.000001 cannot be paid')
  })
})

describe('formatAtomic', () => {
  it.each([
    [100000n, 6, '0.10'],
    [1n, 6, '0.000001'],
    [1500000n, 6, '1.50'],
    [1000000n, 6, '1.00'],
    [0n, 6, '0.00'],
    [1234567n, 6, '1.234567'],
    [5n, 1, '0.5'],
    [5n, 0, '5'],
    [123n, 2, '1.23'],
  ])('%d with %d decimals is %s', (amount, decimals, expected) => {
    expect(formatAtomic(amount, decimals)).toBe(expected)
  })

  it('refuses a negative amount and impossible decimals', () => {
    expect(() => formatAtomic(-1n, 6)).toThrow(MoneyError)
    expect(() => formatAtomic(1n, 1.5)).toThrow(RangeError)
  })

  it('is undone by parseDollars, for every amount and asset', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 60n), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        expect(parseDollars(`$${formatAtomic(amount, decimals)}`, decimals)).toBe(amount)
      }),
    )
  })
})

describe('atomic amounts', () => {
  it('reads decimal digits', () => {
    expect(parseAmountAtomic('0')).toBe(0n)
    expect(parseAmountAtomic(MAX_AMOUNT_ATOMIC.toString())).toBe(MAX_AMOUNT_ATOMIC)
  })

  it.each(['', '00', '01', '-1', '+1', ' 1', '1 ', '1.0', '1e3', '0x10', '1_000', 'abc', '١', '1'.repeat(101)])(
    'refuses %j',
    (text) =>
      expect(() => parseAmountAtomic(text)).toThrow(expect.objectContaining({ code: 'AMOUNT_MALFORMED' }) as Error),
  )

  it('keeps to uint256', () => {
    expect(() => parseAmountAtomic((MAX_AMOUNT_ATOMIC + 1n).toString())).toThrow(MoneyError)
    expect(() => toAmountAtomic(-1n)).toThrow(MoneyError)
  })
})

describe('netOf', () => {
  it.each([
    [119n, '19', 100n],
    [50_000n, '19', 42_017n],
    [50_000n, '7,7', 46_425n],
    [50_000n, '7.75', 46_404n],
    [3n, '99.99', 2n],
    [1n, '0', 1n],
    [10n ** 40n, '25', 8n * 10n ** 39n],
  ])('of %d with %s percent is %d', (totalAtomic, percent, expected) => {
    expect(netOf(totalAtomic, percent)).toBe(expected)
  })
})
