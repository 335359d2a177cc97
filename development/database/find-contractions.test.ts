import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { INIT_MIGRATION, listMigrations } from '@/lib/base/infra/migrations'
import { findContractions } from './find-contractions'

/** Tables that were there before, which a migration both alters and goes through. */
function lockedIn(sql: string): string[] {
  const tablesAfter = (words: string) =>
    [...sql.matchAll(new RegExp(`(?:^|;)\\s*${words}\\s+"?(\\w+)"?`, 'gm'))].map(([, table]) => table ?? '')
  const altered = tablesAfter('ALTER TABLE')
  const scanned = tablesAfter('(?:UPDATE|DELETE FROM|CREATE (?:UNIQUE )?INDEX\\b[^;]*?\\bON)')
  const made = tablesAfter('CREATE (?:UNLOGGED )?TABLE')
  return [...new Set(scanned)].filter((table) => altered.includes(table) && !made.includes(table))
}

describe('a migration that runs beside the version before it', () => {
  it('only expands, or says why it may contract', () => {
    const later = listMigrations().filter((name) => name !== INIT_MIGRATION)
    const contractions = later.flatMap((name) =>
      findContractions(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8')).map(
        (what) => `${name} ${what}`,
      ),
    )
    expect(contractions).toEqual([])
  })

  it('lets the catalog and the ledgers be read while it reads or writes their rows', () => {
    const locked = listMigrations().flatMap((name) =>
      lockedIn(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8')).map((table) => `${name} ${table}`),
    )
    expect(locked).toEqual([])
  })

  it.each([
    ['ALTER TABLE "notes" ADD COLUMN "a" int; UPDATE "notes" SET "a" = 1', ['notes']],
    ['ALTER TABLE notes ADD COLUMN a int;\nCREATE UNIQUE INDEX a ON notes (a)', ['notes']],
    ['CREATE TABLE notes (a int); ALTER TABLE notes ADD COLUMN b int; UPDATE notes SET b = 1', []],
    ['ALTER TABLE notes ADD COLUMN a int; UPDATE others SET a = 1', []],
  ])('locks for its rows: %s', (sql, tables) => expect(lockedIn(sql)).toEqual(tables))

  it.each([
    'CREATE TABLE "notes" ("id" uuid NOT NULL); CREATE UNIQUE INDEX "notes_id" ON "notes"("id")',
    'ALTER TABLE "notes" ADD COLUMN "text" text',
    'ALTER TABLE "notes" ADD COLUMN "n" int NOT NULL DEFAULT 0, ADD COLUMN "m" int',
    'DROP INDEX "notes_old"; -- DROP TABLE "notes"',
    "INSERT INTO notes VALUES ('DROP TABLE notes')",
    '-- Contract: no version since 0.2 reads it\nALTER TABLE "notes" DROP COLUMN "text"',
  ])('may be: %s', (sql) => expect(findContractions(sql)).toEqual([]))

  it.each([
    ['ALTER TABLE "notes" DROP COLUMN "text"', 'drops something'],
    ['DROP TABLE "notes"', 'drops something'],
    ['DROP FUNCTION note()', 'drops something'],
    ['ALTER TABLE "notes" RENAME COLUMN "a" TO "b"', 'renames something'],
    ['ALTER TABLE "notes" ALTER COLUMN "a" SET DATA TYPE text', 'changes the type of a column'],
    ['ALTER TABLE "notes" ALTER COLUMN "a" SET NOT NULL', 'forbids a column to be null'],
    ['ALTER TABLE "notes" ALTER COLUMN "a" DROP DEFAULT', 'takes a default away'],
    [
      'ALTER TABLE "notes" ADD COLUMN "a" int DEFAULT 0, ADD COLUMN "b" int NOT NULL',
      'adds a column that must be filled and has no default',
    ],
    ['CREATE UNIQUE INDEX "notes_a" ON "notes"("a")', 'makes values of notes unique'],
    ['-- Contract:\nDROP TABLE "notes"', 'drops something'],
  ])('may not be: %s', (sql, what) => expect(findContractions(sql)).toEqual([what]))
})
