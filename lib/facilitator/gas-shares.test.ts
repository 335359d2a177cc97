import { expect, it } from 'vitest'
import { leastShareOf, newcomersOf, ordinaryOf, purseOf, shareOf } from './gas-shares'

it('gives channels a quarter of the day, and payments the rest', () => {
  expect([purseOf(100n, 'channel'), purseOf(100n, 'payment')]).toEqual([25n, 75n])
  expect([purseOf(7n, 'channel'), purseOf(7n, 'payment')]).toEqual([1n, 6n])
})

it('lets a share grow with what was used before, within bounds', () => {
  expect(shareOf(320n, 'payee', null)).toBe(leastShareOf(320n))
  expect([null, 0n, 50n, 100n].map((busiest) => shareOf(320n, 'caller', busiest))).toEqual([40n, 80n, 100n, 160n])
  expect([0n, 10n, 11n, 79n, 80n, 1_000n].map((busiest) => shareOf(320n, 'payee', busiest))).toEqual([
    20n,
    20n,
    22n,
    158n,
    160n,
    160n,
  ])
})

it('keeps the last third from worthless payments, and three quarters from newcomers', () => {
  expect([ordinaryOf(300n), newcomersOf(300n)]).toEqual([200n, 75n])
})
