import { expect, it, test } from 'vitest'
import { readMarkdownFile } from './read-markdown-file'

const nothing = { title: 'plums', teaser: '', body: '', price: '', path: '' }

test.each([
  ['plain text takes the name of the file', 'Take ripe ones.', { body: 'Take ripe ones.' }],
  [
    'a first heading is the title, and is not said twice',
    '# Plums #\n\nTake ripe ones.',
    { title: 'Plums', body: 'Take ripe ones.' },
  ],
  [
    'front matter as Hugo writes it',
    '---\ntitle: "Plums: a guide"\nslug: plum-guide\nprice: 0.02\nsummary: Ripe ones.\ntags: [fruit]\ndate: 2026-01-01\n---\n\nTake them.\n',
    { title: 'Plums: a guide', teaser: 'Ripe ones.', body: 'Take them.', price: '0.02', path: 'plum-guide' },
  ],
  [
    'the divider sets the teaser, before a summary does',
    '---\ntitle: Plums\nsummary: Another.\n---\n# Plums\nFree *part*.\n\n<!--more-->\n\nPaid part.',
    { title: 'Plums', teaser: 'Free *part*.', body: 'Paid part.' },
  ],
  [
    'a heading that says another thing than the title stays',
    '---\ntitle: Plums\n---\n# Chapter one\nText.',
    { title: 'Plums', body: '# Chapter one\nText.' },
  ],
  [
    'line ends and the mark of Windows',
    '\uFEFF---\r\ntitle: Plums\r\n---\r\n\r\nText.\r\n',
    { title: 'Plums', body: 'Text.' },
  ],
  ['a rule is no front matter', 'Text.\n\n---\n\nMore.', { body: 'Text.\n\n---\n\nMore.' }],
  ['front matter that is no list of names', '---\n- a\n- b\n---\nText.', { body: 'Text.' }],
  ['an empty file', '', {}],
])('%s', (_what, text, expected) => {
  expect(readMarkdownFile(text, 'plums.md')).toEqual({ ...nothing, ...expected })
})

it('refuses what is not YAML, and what would grow', () => {
  expect(() => readMarkdownFile('---\ntitle: "Plums\n---\nText.', 'plums.md')).toThrow()
  expect(() => readMarkdownFile('---\na: &a [1]\nb: [*a, *a]\n---\nText.', 'plums.md')).toThrow()
})
