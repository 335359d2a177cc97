import { expect, test } from 'vitest'
import { lengthInWords } from './length-in-words'

test.each([
  ['', ''],
  ['**', ''],
  ['Plum', '1 word, 1 minute to read'],
  [`It's a well-known plum.`, '4 words, 1 minute to read'],
  ['plum '.repeat(1150), '1,150 words, 5 minutes to read'],
])('%j is %j', (text, expected) => {
  expect(lengthInWords(text)).toBe(expected)
})
