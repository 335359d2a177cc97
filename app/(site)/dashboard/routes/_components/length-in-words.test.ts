import { expect, test } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { lengthInWords, partsInWords } from './length-in-words'

const t = translateIn('en', 'routeForms')

test.each([
  ['', ''],
  ['**', ''],
  ['Plum', '1 word, 1 minute to read'],
  [`It's a well-known plum.`, '4 words, 1 minute to read'],
  ['A ![ripe plum](image:0d1c7a52-6f3b-4d7e-9a51-3c2b1f0e8d44)', '3 words, 1 minute to read'],
  ['plum '.repeat(1150), '1,150 words, 5 minutes to read'],
])('%j is %j', (text, expected) => {
  expect(lengthInWords(t, text)).toBe(expected)
})

test.each([
  ['', 'Only buyers get it: press “Paywall here” where a free part ends. Everybody sees its headings.'],
  [
    'Two words',
    '2 words, 1 minute to read. Only buyers get it: press “Paywall here” where a free part ends. Everybody sees its headings.',
  ],
  ['One\n\n<!-- more -->\n\nTwo words', 'Free: 1 word. Paid: 2 words, 1 minute to read.'],
  ['One\n\n<!-- more -->\n', 'Free: 1 word. Paid: nothing.'],
  ['<!-- more -->\nOne', 'Free: nothing. Paid: 1 word, 1 minute to read.'],
])('the parts of %j are: %s', (text, expected) => {
  expect(partsInWords(t, text)).toBe(expected)
})

test('counts in the language of the reader', () => {
  const german = translateIn('de', 'routeForms')
  expect(lengthInWords(german, 'Zwetschge '.repeat(1150))).toBe('1.150 Wörter, 9 Minuten Lesezeit')
  expect(partsInWords(german, 'Eins\n\n<!-- more -->\n')).toBe('Kostenlos: 1 Wort. Bezahlt: nichts.')
})
