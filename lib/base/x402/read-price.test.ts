import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { formatAtomic, parseDollars } from './money'
import { readPrice } from './read-price'

it.each([
  ...['0.02', '$0.02', '0,02', '.02', ',02', '2 cents', '2c', '2 ct', '2¢', ' 0.02 ', '$ 0.02', '00.020'],
  ...['0.02 USDC', '0.02 usd', 'USD 0.02', 'US$0.02', '0,02 $', '2.0 cents', '0.02\u00a0USDC', '$0.02 USDC'],
])('takes %j for two cents', (text) => expect(readPrice(text).price).toBe('$0.02'))

it.each([
  ['1', '$1.00'],
  ['12', '$12.00'],
  ['1.5', '$1.50'],
  ['250 cents', '$2.50'],
  ['1c', '$0.01'],
  ['0.1 cents', '$0.001'],
  ['0,005', '$0.005'],
  ['$1.500', '$1.500'],
  ['0.125', '$0.125'],
  ['$0.000001', '$0.000001'],
  ['1000', '$1000.00'],
])('reads %j as %s', (text, price) => expect(readPrice(text).price).toBe(price))

it.each([
  ...['', ' ', '$', 'cents', 'free', '-1', '$-1', '1e3', '1,000.00', '1 000', '5.', '٣', '$1\n2'],
  ...['1 cent $', '2 USDC cents', '1/2', 'NaN', '0.02 EUR', '1'.repeat(101), '<b>1</b>', '$$1'],
])('refuses %j in a sentence', (text) => {
  const { fault } = readPrice(text)
  expect(fault && inEnglish(fault)).toMatch(/^[A-Z“].*\.$/)
})

it.each(['1,000', '12,345', '1,000 USDC', '1.000', '1.500', '1.500 USDC', '12.345'])(
  'asks which %j is meant',
  (text) => {
    expect(readPrice(text).fault?.key).toBe('priceThousands')
  },
)

it('leaves every amount as it is, in dollars and in cents', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (atomic) => {
      const [text, inCents] = [formatAtomic(atomic, 6), formatAtomic(atomic, 4)]
      fc.pre([text, inCents].every((amount) => !/^[1-9]\d*\.\d{3}$/.test(amount)))
      expect(parseDollars(readPrice(text).price ?? '', 6)).toBe(atomic)
      expect(parseDollars(readPrice(`${inCents} cents`).price ?? '', 6)).toBe(atomic)
    }),
  )
})
