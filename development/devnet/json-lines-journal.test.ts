import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { openJournal, readJournal } from './json-lines-journal'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-journal-'))
const file = join(folder, 'journal.jsonl')
const parse = (line: unknown) => z.object({ n: z.number(), text: z.string().optional() }).parse(line)

beforeEach(() => rmSync(file, { force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is empty where there is no file', () => {
  expect(readJournal(file, parse)).toEqual([])
})

it('gives back what was appended, across openings', () => {
  for (const n of [1, 2]) {
    const journal = openJournal<{ n: number; text: string }>(file)
    journal.append({ n, text: 'line\nbreak, ü' })
    journal.close()
  }
  expect(readJournal(file, parse)).toEqual([
    { n: 1, text: 'line\nbreak, ü' },
    { n: 2, text: 'line\nbreak, ü' },
  ])
})

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
