import { expect, test } from 'vitest'
import { isFailing, termsAt } from './sample-services'

const minutes = (count: number) => count * 60_000

test.each([
  [0, false],
  [minutes(2) - 1, false],
  [minutes(2), true],
  [minutes(3) - 1, true],
  [minutes(3), false],
  [minutes(5), true],
])('after %d ms it fails: %s', (elapsedMs, expected) => {
  expect(isFailing(elapsedMs)).toBe(expected)
})

test.each([
  [0, '$0.002', 0],
  [minutes(2), '$0.003', 0],
  [minutes(4), '$0.005', 0],
  [minutes(6), '$0.002', 1],
  [minutes(12), '$0.002', 0],
])('after %d ms it takes %s for wallet %d', (elapsedMs, price, payee) => {
  expect(termsAt(elapsedMs)).toEqual({ price, payee })
})
