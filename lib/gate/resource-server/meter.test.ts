import { describe, expect, it } from 'vitest'
import { createMeter } from './meter'

const terms = { maximumAtomic: 1_000_000n, decimals: 6 }

function chargedBy(step: string | bigint, times: number, changes: Partial<typeof terms> = {}) {
  const { meter, read } = createMeter({ ...terms, ...changes })
  for (let count = 0; count < times; count += 1) meter.charge(step)
  return read()
}

describe('a meter', () => {
  it.each([
    ['$0.0000004', 100_000, 40_000n],
    ['$0.0000005', 100_000, 50_000n],
    ['$0.0000015', 100_000, 150_000n],
    ['$0.0000004', 1, 1n],
    ['$0.0000003', 5, 2n],
    ['$0', 100, 0n],
    [7n, 3, 21n],
    ['7', 3, 21n],
  ])('adds up %s, %d times, before it rounds', (step, times, amountAtomic) => {
    expect(chargedBy(step, times)).toEqual({ kind: 'amount', amountAtomic })
  })

  it('goes on from an amount that was set', () => {
    const { meter } = createMeter(terms)
    meter.setAmount('0')
    for (let count = 0; count < 10; count += 1) meter.charge('$0.0000004')
    expect(meter.total()).toBe(4n)
    meter.setAmount('50%')
    meter.charge('$0.0000014')
    expect(meter.total()).toBe(500_001n)
  })

  it('charges the maximum where nothing was said', () => {
    expect(createMeter(terms).read()).toEqual({ kind: 'amount', amountAtomic: 1_000_000n })
  })

  it('fails beyond the maximum, whatever becomes of the throw', () => {
    const { meter, read } = createMeter({ ...terms, maximumAtomic: 10n })
    meter.charge('$0.0000104')
    expect(() => meter.charge('$0.0000001')).toThrow('above the authorised maximum')
    expect(read()).toMatchObject({ kind: 'invalid' })
  })
})
