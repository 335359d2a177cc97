import { expect, test } from 'vitest'
import { dividerOf } from '@/lib/base/markdown/free-part'
import { translateIn } from '@/lib/site/messages/translate'
import { afterChange, lengthInWords, partsInWords } from './text-length'

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
  ['', null, 'Only buyers get it: press “Paywall here” where a free part ends. Everybody sees its headings.'],
  [
    'Two words',
    null,
    '2 words, 1 minute to read. Only buyers get it: press “Paywall here” where a free part ends. Everybody sees its headings.',
  ],
  ['Two words <!-- ...', undefined, '2 words, 1 minute to read'],
  ['One\n\n<!-- more -->\n\nTwo words', { start: 5, end: 19 }, 'Free: 1 word. Paid: 2 words, 1 minute to read.'],
  ['One\n\n<!-- more -->\n', { start: 5, end: 19 }, 'Free: 1 word. Paid: nothing.'],
  ['<!-- more -->\nOne', { start: 0, end: 14 }, 'Free: nothing. Paid: 1 word, 1 minute to read.'],
])('the parts of %j, divided at %j, are: %s', (text, divider, expected) => {
  expect(partsInWords(t, text, divider)).toBe(expected)
})

test('counts in the language of the reader', () => {
  const german = translateIn('de', 'routeForms')
  expect(lengthInWords(german, 'Zwetschge '.repeat(1150))).toBe('1.150 Wörter, 9 Minuten Lesezeit')
  expect(partsInWords(german, 'Eins\n\n<!-- more -->\n', { start: 6, end: 20 })).toBe(
    'Kostenlos: 1 Wort. Bezahlt: nichts.',
  )
})

const text = '---\r\ntitle: <!-- more -->\r\n---\r\nFree.\r\n\r\n<!-- more -->\r\n\r\nPaid.'

test('finds a divider where it stands, below front matter', () => {
  const { start, end } = dividerOf(text) ?? { start: 0, end: 0 }
  expect([text.slice(0, start).endsWith('Free.\r\n\r\n'), text.slice(start, end)]).toEqual([true, '<!-- more -->\r\n'])
})

test.each([
  ['ab|cd', 'ab|cd and more', { start: 2, end: 3 }],
  ['ab|cd', 'a and b|cd', { start: 7, end: 8 }],
  ['ab|cd', '|cd', { start: 0, end: 1 }],
  ['ab|cd', 'abcd', undefined],
])('follows a divider from %j to %j', (before, after, place) =>
  expect(afterChange(before, { start: 2, end: 3 }, after)).toEqual(place),
)
