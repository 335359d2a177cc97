import { expect, test } from 'vitest'
import { readSources } from './read-imports'

/** A statement that is sent as it stands, outside of the catalog's transactions (`tx`): those run again on a conflict. */
const STATEMENT =
  /(?<!\btx)\.\$(?:execute|query)Raw(?:<[^`]*>)?`[^`]*\b(?:UPDATE \w+(?: AS)?(?: \w+)?\s+SET|DELETE FROM)\b[^`]*`/g

/** It names its row, or takes rows that were locked before in one order, or skips those that another one has locked. */
const IS_ORDERED = /\w*(?:id|key|host|name|handle|url|address) = \$\{|\bheld\b|FOR (?:NO KEY )?UPDATE/i

const unordered = (file: string, source: string): string[] =>
  (source.match(STATEMENT) ?? [])
    .filter((each) => !IS_ORDERED.test(each))
    .map((each) => `${file}: ${each.slice(0, 200)}`)

test('every statement that changes many rows locks them in one order', () => {
  const ours = [...readSources()].filter(([file]) => /^(lib|app|packages)\/.*(?<!\.test)\.ts$/.test(file))
  expect(ours.flatMap(([file, source]) => unordered(file, source))).toEqual([])
})

test('finds one that does not', () => {
  const found = (sql: string) => unordered('a.ts', `database.$executeRaw\`${sql}\``).length
  expect(found('UPDATE payments SET a = 1 WHERE id IN (SELECT id FROM others)')).toBe(1)
  expect(found('DELETE FROM payments WHERE ended_at < now()')).toBe(1)
  expect(found('UPDATE payments SET a = 1 WHERE id = ${id}::uuid')).toBe(0)
  expect(
    found('WITH held AS (SELECT id FROM payments ORDER BY id FOR UPDATE) UPDATE payments SET a = 1 FROM held'),
  ).toBe(0)
})
