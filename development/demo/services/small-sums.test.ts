import { expect, test } from 'vitest'
import { findDaylight } from './daylight'
import { findFactors, LARGEST_NUMBER } from './factors'

test.each([
  [0, '2026-03-20', 12.11],
  [38.72, '2026-06-21', 14.88],
  [51.51, '2026-12-21', 7.83],
])('the day at latitude %d on %s lasts about %d hours', (latitude, date, hours) => {
  expect(Math.abs((findDaylight(latitude, date)?.hours ?? 0) - hours)).toBeLessThan(0.1)
})

test('a polar day has 24 hours and a polar night none', () => {
  expect(findDaylight(80, '2026-06-21')?.hours).toBe(24)
  expect(findDaylight(80, '2026-12-21')?.hours).toBe(0)
})

test.each([
  [91, '2026-06-21'],
  [Number.NaN, '2026-06-21'],
  [10, '2026-13-01'],
  [10, 'tomorrow'],
])('there is no day at %d on %s', (latitude, date) => {
  expect(findDaylight(latitude, date)).toBeNull()
})

test.each([
  [2, [2]],
  [360, [2, 2, 2, 3, 3, 5]],
  [999_983, [999_983]],
  [LARGEST_NUMBER, [...Array<number>(12).fill(2), ...Array<number>(12).fill(5)]],
])('takes %d apart', (number, factors) => {
  expect(findFactors(number)).toEqual(factors)
})

test.each([1, 0, -6, 2.5, Number.NaN, LARGEST_NUMBER + 1])('refuses %d', (number) => {
  expect(findFactors(number)).toBeNull()
})
