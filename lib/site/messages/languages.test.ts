import { expect, it } from 'vitest'
import { languageOf } from './languages'

it.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9', 'en'],
  ['fr, de;q=0.5, en;q=0.4', 'de'],
  ['fr', 'en'],
  ['de;q=0, en', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['de;;;q=x,,', 'en'],
])('takes %j as %s', (accepted, language) => {
  expect(languageOf({ accepted })).toBe(language)
})

it('lets the choice of the reader decide, where it is a language of ours', () => {
  expect(languageOf({ chosen: 'en', accepted: 'de' })).toBe('en')
  expect(languageOf({ chosen: '../de', accepted: 'de' })).toBe('de')
})

it('reads no header that is longer than browsers send', () => {
  expect(languageOf({ accepted: `de,${'x,'.repeat(500)}` })).toBe('en')
})
