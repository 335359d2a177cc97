import { expect, it } from 'vitest'
import { buildConcepts } from './concepts'
import { scoreDocument, weighConcepts } from './score'
import { buildThesaurus } from './thesaurus/thesaurus'
import { stem } from './tokenize'

const thesaurus = buildThesaurus(['breach > leak', 'russell 2000 > index', 'tool kit > set', 'gas fee > gwei'])

/** How well an entry fits whose prose holds these words, five places apart. */
function scoreOf(search: string, prose: string): number {
  const concepts = weighConcepts(buildConcepts(search, thesaurus), () => 10, 1_000)
  const places = new Map(prose.split(' ').map((word, at) => [stem(word), [{ field: 'A' as const, at: at * 9 }]]))
  return scoreDocument(concepts, places, { proseLength: 0, pathLength: 0 }).score
}

it('counts a synonym half of what the word itself counts', () => {
  expect(scoreOf('breach', 'leak') / scoreOf('breach', 'breach')).toBeLessThan(0.6)
})

it.each([
  ['russell 2000', '2000', false],
  ['russell 2000', 'russell', true],
  ['tool kit', 'tool', false],
  ['gas fee', 'gas', true],
])('of the phrase %s, finds what holds only %s: %s', (phrase, word, isFound) => {
  expect(scoreOf(phrase, word) > 0).toBe(isFound)
})
