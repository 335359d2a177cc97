import { expect, test } from 'vitest'
import { parseMarkdown } from './parse-markdown'
import { withoutTitle, wordsOf } from './words-of'

test.each([
  ['# On *jam*\n\nSugar.', 'Sugar.'],
  ['\n## On jam ##\nSugar.', 'Sugar.'],
  ['# On jam, again\n\nSugar.', 'On jam, againSugar.'],
  ['On jam\n\n# On jam\n\nSugar.', 'On jamOn jamSugar.'],
  ['# On jam', ''],
  ['', ''],
])('%j reads %j under the title “On jam”', (markdown, words) => {
  expect(wordsOf(withoutTitle(parseMarkdown(markdown), 'On jam')).replaceAll('\n', '')).toBe(words)
})
