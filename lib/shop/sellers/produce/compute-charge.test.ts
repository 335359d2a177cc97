import { describe, expect, it } from 'vitest'
import type { Metering } from '../routes/route-input'
import { computeCharge } from './compute-charge'

const limits = { maximumAtomic: 100_000n, decimals: 6 }
const charge = (metering: Metering, body: string, elapsedMs = 1, headers: Record<string, string> = {}) =>
  computeCharge(metering, { body: new TextEncoder().encode(body), headers, trailers: {}, elapsedMs }, limits)
const amount = (amountAtomic: bigint) => ({ ok: true, amountAtomic })

describe('counting', () => {
  it.each([
    ['', 0n],
    ['a', 10_000n],
    ['a'.repeat(1000), 10_000n],
    ['é'.repeat(1000), 10_000n],
    ['🦊'.repeat(1000), 10_000n],
    ['a'.repeat(1001), 20_000n],
    ['a'.repeat(50_000), 100_000n],
  ])('starts a thousand characters with each first one', (body, expected) => {
    expect(charge({ unit: 'thousand_characters', dollars: '$0.01' }, body)).toEqual(amount(expected))
  })

  it.each([
    ['$0.000001', 'é', 2n],
    ['$0.0000001', 'a', 1n],
    ['$0.0000001', 'a'.repeat(15), 2n],
    ['$0.000000000000000001', 'a'.repeat(10), 1n],
  ])('rounds a sum up, and not each byte', (dollars, body, expected) => {
    expect(charge({ unit: 'byte', dollars }, body)).toEqual(amount(expected))
  })

  it.each([
    [0, 20_000n],
    [1000, 20_000n],
    [1001, 40_000n],
    [60_000, 100_000n],
  ])('starts a second at %i ms', (elapsedMs, expected) => {
    expect(charge({ unit: 'second', dollars: '$0.02' }, '', elapsedMs)).toEqual(amount(expected))
  })
})

describe('an amount that the answer names', () => {
  const dollars = { unit: 'json_field', field: 'a.b', holds: 'dollars' } as const
  const of = (value: unknown) => JSON.stringify({ a: { b: value } })

  it.each([
    ['$0.01', 10_000n],
    ['0.01', 10_000n],
    [0.01, 10_000n],
    [0, 0n],
    ['0.1', 100_000n],
  ])('%j is taken', (value, expected) => expect(charge(dollars, of(value))).toEqual(amount(expected)))

  it.each(['0.100001', '-1', -1, '1e-3', 'abc', '', null, [], {}, true, '200%', '$', ' 1', '0x1'])(
    '%j is refused',
    (value) => expect(charge(dollars, of(value)).ok).toBe(false),
  )

  it.each(['', 'no json', '[]', '{"a":1}', '{"a":null}', '{}'])('%j holds none', (body) => {
    expect(charge(dollars, body).ok).toBe(false)
  })

  it('may be a count, which stops at the maximum', () => {
    const count = { unit: 'json_field', field: 'a.b', holds: 'count', dollars: '$0.001' } as const
    expect(charge(count, of(7))).toEqual(amount(7_000n))
    expect(charge(count, of(1_000_000))).toEqual(amount(100_000n))
    expect(charge(count, of(1.5)).ok).toBe(false)
    expect(charge(count, of(-1)).ok).toBe(false)
  })

  it('is never found on the prototype', () => {
    expect(charge({ ...dollars, field: 'constructor.length' }, '{}').ok).toBe(false)
  })
})

describe('an amount that a header names', () => {
  const metering = { unit: 'header', name: 'Settlement-Amount' } as const
  const of = (value?: string) => charge(metering, '', 1, value === undefined ? {} : { 'settlement-amount': value })

  it.each([
    ['5000', 5_000n],
    ['0', 0n],
    ['100000', 100_000n],
    ['12.5%', 12_500n],
    ['100%', 100_000n],
    ['0.01%', 10n],
    ['$0.05', 50_000n],
    ['$0', 0n],
  ])('%s is taken', (value, expected) => expect(of(value)).toEqual(amount(expected)))

  it('is taken from a trailer where no header names it', () => {
    const usage = { body: new Uint8Array(), headers: {}, trailers: { 'settlement-amount': '5000' }, elapsedMs: 1 }
    expect(computeCharge(metering, usage, limits)).toEqual(amount(5_000n))
    const both = { ...usage, headers: { 'settlement-amount': '7' } }
    expect(computeCharge(metering, both, limits)).toEqual(amount(7n))
    expect(computeCharge({ ...metering, name: 'constructor' }, usage, limits).ok).toBe(false)
  })

  it.each([undefined, '', '100001', '100.01%', '200%', '-5', 'abc', '$0.2', '0.05', '1e3', '5000, 6000', '12.345%'])(
    '%s is refused',
    (value) => expect(of(value).ok).toBe(false),
  )
})

it.each([
  ['', 0n],
  ['data: a\n\ndata: b\n\n', 20_000n],
  ['data: a\r\n\r\ndata: b\r\n\r\n', 20_000n],
  ['data: a\rdata: b\r\rdata: c', 20_000n],
  [': comment\n\n: another\n\n', 0n],
  [': comment\ndata: a\n\n', 10_000n],
  ['event: x\ndata: a\ndata: b\n\n\n\n', 10_000n],
  ['data', 10_000n],
])('events are counted as they begin: %j', (body, expected) => {
  expect(charge({ unit: 'event', dollars: '$0.01' }, body)).toEqual(amount(expected))
})
