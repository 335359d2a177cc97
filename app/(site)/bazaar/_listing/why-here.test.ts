import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inLanguage } from '@/development/testing/in-language'
import type { Listing } from '@/lib/bazaar/browse/listing'
import type { Language } from '@/lib/site/messages/languages'
import { WhyHere } from './why-here'

type Ranking = NonNullable<Listing['ranking']>
type Match = Ranking['matches'][number]

const match = (changes: Partial<Match>): Match => ({
  label: 'weather',
  strength: 0.9,
  field: 'A',
  via: 'literal',
  as: 'weather',
  ...changes,
})
const missing = match({ label: 'lisbon', strength: 0, field: null, via: null, as: null })

const listing = {
  name: 'Weather',
  description: 'Forecasts and pictures',
  tags: ['daily'],
  resource: 'https://a.example/sky',
} as Listing

/** The line that is shown before anything is opened. */
const line = (matches: Match[], changes: Partial<Ranking> = {}, language: Language = 'en') => {
  const ranking: Ranking = { score: 0.8, coverage: 1, quality: 0.5, matches, adjustments: [], ...changes }
  const html = renderToStaticMarkup(inLanguage(createElement(WhyHere, { listing, ranking }), language))
  return html
    .replace(/<\/summary>.*/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test.each<[string, Match[], Partial<Ranking>, string]>([
  ['a word', [match({})], {}, 'Matches “weather” in its name or tags Why it is here'],
  [
    'words in two places, and one that is missing',
    [match({}), match({ label: 'daily', field: 'C' }), missing],
    {},
    'Matches “weather” in its name or tags; “daily” in its description; not found: “lisbon” Why it is here',
  ],
  [
    'a slip of the pen',
    [match({ label: 'wether', via: 'typo' })],
    {},
    'Matches “wether” read as “weather” in its name or tags Why it is here',
  ],
  [
    'a synonym, as its seller spells it',
    [match({ label: 'photo', via: 'synonym', as: 'pictur', field: 'C' })],
    {},
    'Matches “photo” by its synonym “pictures” in its description Why it is here',
  ],
  [
    'a weak result',
    [match({}), missing],
    { score: 0.3, coverage: 0.4 },
    'Partly matches “weather” in its name or tags; not found: “lisbon” Why it is here',
  ],
  [
    'a meaning',
    [missing],
    { meaning: { rank: 1, similarity: 0.9, deviation: 6 } },
    'Matches by its meaning; not found: “lisbon” Why it is here',
  ],
  ['no words', [], {}, 'Why it is here'],
])('says briefly that %s led to it', (_, matches, changes, expected) => {
  expect(line(matches, changes)).toBe(expected)
})

test('says it in German to readers of German', () => {
  expect(line([match({}), match({ label: 'wether', via: 'typo', field: 'C' }), missing], {}, 'de')).toBe(
    'Treffer: „weather“ im Namen oder in den Tags; „wether“, gelesen als „weather“ in der Beschreibung; nicht gefunden: „lisbon“ Warum es hier steht',
  )
})
