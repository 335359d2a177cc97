import { expect, it } from 'vitest'
import { daysOf, percentOfAmount } from './days-of'

const usdc = { network: 'eip155:84532', asset: '0xusdc' }
const onSolana = { network: 'solana:devnet', asset: 'usdc' }
const earned = (day: string, amountAtomic: bigint, of = usdc) => ({
  ...of,
  day,
  amountAtomic,
  undeliveredAtomic: 0n,
  payments: 1,
  refunds: 1,
  refundedAtomic: 2n,
  promisedAtomic: 0n,
  keptAtomic: amountAtomic - 2n,
})

it('has a row for every day of the range, and adds nothing of another asset', () => {
  const range = { from: new Date('2026-02-27T00:00:00Z'), until: new Date('2026-03-02T00:00:00Z') }
  const byDay = [earned('2026-02-27', 5n), earned('2026-02-27', 7n, onSolana), earned('2026-03-01', 9n)]
  expect(daysOf(byDay, usdc, range)).toEqual([
    { day: '2026-02-27', keptAtomic: 3n, amountAtomic: 5n, refundedAtomic: 2n, payments: 1 },
    { day: '2026-02-28', keptAtomic: 0n, amountAtomic: 0n, refundedAtomic: 0n, payments: 0 },
    { day: '2026-03-01', keptAtomic: 7n, amountAtomic: 9n, refundedAtomic: 2n, payments: 1 },
  ])
  expect(daysOf(byDay, onSolana, range).map(({ amountAtomic }) => amountAtomic)).toEqual([7n, 0n, 0n])
})

it('tells shares of amounts that no number holds, and of nothing', () => {
  expect(percentOfAmount(10n ** 30n / 3n, 10n ** 30n)).toBe(33.3)
  expect([percentOfAmount(2n, 12n), percentOfAmount(10n, 12n)]).toEqual([16.7, 83.3])
  expect(percentOfAmount(24n, 24n)).toBe(100)
  expect(percentOfAmount(0n, 0n)).toBe(0)
})
