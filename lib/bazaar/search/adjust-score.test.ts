import { expect, it } from 'vitest'
import { adjustScore } from './adjust-score'

const score = (signals: Partial<Parameters<typeof adjustScore>[1]>): number =>
  adjustScore(1, { quality: 0, isSuspect: false, trust: 1, isDead: false, ...signals }).score

it('puts the best suspect and the best dead entry below the worst honest one', () => {
  expect(score({ quality: 1, isSuspect: true })).toBeLessThan(score({}) / 5)
  expect(score({ quality: 1, isDead: true })).toBeLessThan(score({}) / 2)
})

it('sinks what has look-outs, below what fits half as well', () => {
  expect(score({ quality: 1, trust: 0.3 })).toBeLessThan(score({}) / 2)
})

it('lets quality move a score by an eighth at most, so that popularity replaces no fit', () => {
  expect(score({ quality: 1 })).toBe(1)
  expect(score({})).toBeGreaterThanOrEqual(0.875)
})
