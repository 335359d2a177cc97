import { expect, it } from 'vitest'
import { openingOf } from './opening-of'

it.each([
  ['the first paragraph', 'A *small* tree\nasks for little.\n\nMore.', 'A small tree asks for little.'],
  [
    'what follows a heading and an image',
    '# Plums\n\n![A plum](image:x)\n\nRipe in [August](https://a.example).',
    'Ripe in August.',
  ],
  ['nothing of nothing', '  \n', ''],
  ['nothing of headings', '# Plums', ''],
  ['no markup', '<script>alert(1)</script> & more', '<script>alert(1)</script> & more'],
])('takes %s', (_, markdown, opening) => {
  expect(openingOf(markdown, 200)).toBe(opening)
})

it('is cut between two words, and within one that is too long', () => {
  expect(openingOf('Kumquats through the year', 14)).toBe('Kumquats…')
  expect(openingOf('Kumquats', 4)).toBe('Kumq…')
  expect(openingOf(`abc${'😀'.repeat(4)}`, 4)).toBe('abc…')
})
