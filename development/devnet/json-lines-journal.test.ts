import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { readJournal } from './json-lines-journal'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-journal-'))
const file = join(folder, 'journal.jsonl')
const parse = (line: unknown) => z.object({ n: z.number(), text: z.string().optional() }).parse(line)

beforeEach(() => rmSync(file, { force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('cuts off a last line that a kill left unfinished, and goes on after it', () => {
  writeFileSync(file, '{"n":1,"text":"ü"}\n{"n":2,"te')
  expect(readJournal(file, parse)).toEqual([{ n: 1, text: 'ü' }])
  appendFileSync(file, '{"n":3}\n')
  expect(readJournal(file, parse)).toEqual([{ n: 1, text: 'ü' }, { n: 3 }])
})

it.each([
  ['text that is no JSON', '{"n":1}\nrubbish\n{"n":3}\n'],
  ['an entry of another form', '{"n":1}\n{"n":"two"}\n{"n":3}\n'],
])('refuses %s by its line and leaves the file as it is', (_what, content) => {
  writeFileSync(file, content)
  expect(() => readJournal(file, parse)).toThrow(/damaged at line 2 and was left untouched/)
  expect(readFileSync(file, 'utf8')).toBe(content)
})
