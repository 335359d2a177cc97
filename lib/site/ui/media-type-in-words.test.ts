import { describe, expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { mediaTypeInWords } from './media-type-in-words'

describe('what a buyer gets', () => {
  it.each([
    ['text/html; charset=utf-8', 'A page to read'],
    ['Application/JSON', 'Data (JSON)'],
    ['text/event-stream', 'Data, as it comes (events)'],
    ['image/webp', 'An image'],
    ['application/x-tape', 'application/x-tape'],
  ])('%s is "%s"', (mediaType, words) => {
    expect(mediaTypeInWords(translateIn('en', 'terms'), mediaType)).toBe(words)
  })
})
