import { expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { sizeInWords } from './media-type-in-words'

it.each([
  [1, '1 byte'],
  [15, '15 bytes'],
  [1_499, '1 kB'],
  [1_250_000, '1.3 MB'],
  [1_000_000_000, '1 GB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are "%s"', (bytes, words) => {
  expect(sizeInWords(translateIn('en', 'terms'), bytes)).toBe(words)
})
