import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { readSources } from './read-imports'

/** A first word that makes a reader guess the subject. */
const BAD_START = /^\*\s*(?:\*\s*)?(What|Of|Those|As)\b/

const badDocstrings = (file: string, source: string): string[] =>
  parseSync(file, source)
    .comments.filter(({ value }) => BAD_START.test(value))
    .map(({ value }) => `${file}: ${value.split('\n').slice(0, 2).join(' ')}`)

test('no docstring begins with "What", "Of", "Those" or "As"', () => {
  const candidates = [...readSources()].filter(([, source]) => /\*\s+(What|Of|Those|As)\b/.test(source))
  expect(candidates.flatMap(([file, source]) => badDocstrings(file, source))).toEqual([])
})

test('finds such a beginning in one line and in several, and not within a sentence or a string', () => {
  const found = (source: string) => badDocstrings('a.ts', source).length
  expect(found('/** What it costs. */\nconst a = 1')).toBe(1)
  expect(found('/**\n * Those of a list.\n * More.\n */\nconst a = 1')).toBe(1)
  expect(found("/** The price. As `$0.10`. */\nconst a = '/** Of it. */'")).toBe(0)
})
