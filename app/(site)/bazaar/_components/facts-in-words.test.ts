import { expect, test } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { healthInWords, recentUseInWords } from './facts-in-words'

const t = translateIn('en', 'bazaar')

test.each([
  [{ total: 0, payers: 0 }, 'No calls paid here in 30 days'],
  [{ total: 1, payers: 1 }, '1 call in 30 days, 1 independent payer'],
  [{ total: 1_234, payers: 56 }, '1,234 calls in 30 days, 56 independent payers'],
  [{ total: 3, payers: 0 }, '3 calls in 30 days, none by an independent payer'],
])('says %j in words', (use, words) => {
  expect(recentUseInWords(t, use)).toBe(words)
})

test('an imported listing that never answered is not called dead', () => {
  const never = { type: 'http', verification: 'unverified', source: 'imported', lastProbedAt: new Date() }
  expect(healthInWords(t, never)).toEqual({ badge: 'neutral', text: 'Not checked' })
})

test.each(['settled', 'probed', 'imported'])('a tool that is %s is unproven until its server was asked', (source) => {
  const tool = { type: 'mcp', verification: 'unverified', source, lastProbedAt: new Date() }
  expect(healthInWords(t, tool)).toEqual({ badge: 'neutral', text: 'Unproven' })
})
