import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

type Table = { model: string; delegate: string; table: string; room: string; fields: string }

/** Folders that own tables, by the name of their schema file. */
const owners = new Map(
  ['lib/base', 'lib/gate', 'lib/shop', 'lib'].flatMap((folder) =>
    readdirSync(folder).map((name) => [name, `${folder}/${name}`] as const),
  ),
)

/** Each model belongs to the folder that its schema file is named for. */
const tables: Table[] = readdirSync('prisma/schema').flatMap((file) => {
  const schema = readFileSync(`prisma/schema/${file}`, 'utf8')
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, model = '', fields = '']) => ({
    model,
    delegate: model.charAt(0).toLowerCase() + model.slice(1),
    table: /@@map\("(\w+)"\)/.exec(fields)?.[1] ?? model,
    room: basename(file, '.prisma'),
    fields,
  }))
})

/** A charge of a channel is a payment: one statement writes both, or neither. */
const extending: Record<string, string> = { channels: 'payments' }

/** Tables of other rooms that a file of `room` reads or writes, by Prisma's delegates or in SQL. */
function findTrespasses(room: string, source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  return tables
    .filter((owned) => ![room, extending[room]].includes(owned.room) && namesTable(code, owned))
    .map((owned) => `${owned.table} of ${owned.room}`)
}

function namesTable(code: string, { model, delegate, table }: Table): boolean {
  const inSql = `(from|join|into|update|using|truncate)\\s+((only|table)\\s+)?"?${table}\\b`
  const inList = `\\bfrom\\s+[\\w"]+(\\s+(as\\s+)?\\w+)?\\s*,\\s*"?${table}\\b`
  return [
    new RegExp(`\\.${delegate}\\s*\\.\\s*(find|create|update|upsert|delete|count|aggregate|groupBy)\\w*\\s*\\(`),
    new RegExp(`\\['${delegate}'\\]`),
    new RegExp(`\\bPrisma\\.${model}\\w+`),
    // A name of several words is no English.
    new RegExp(table.includes('_') ? `\\b${table}\\b` : `\\b${inSql}|${inList}`, 'i'),
  ].some((pattern) => pattern.test(code))
}

const sources = ['lib', 'app']
  .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/(testing|generated)\//.test(file))

const rooms = [...new Set(tables.map(({ room }) => room))]
const roomOf = (file: string) => rooms.find((room) => file.startsWith(`${owners.get(room)}/`)) ?? ''

test('every model is the table of one room', () => {
  expect(tables.length).toBeGreaterThan(40)
  expect(rooms.filter((room) => !owners.has(room))).toEqual([])
})

test('no model names a model of another room', () => {
  const crossing = tables.flatMap(({ model, room, fields }) =>
    tables
      .filter((other) => other.room !== room && new RegExp(`^\\s+\\w+\\s+${other.model}\\b`, 'm').test(fields))
      .map((other) => `${model} of ${room} names ${other.model}`),
  )
  expect(crossing).toEqual([])
})

test('no room reads or writes a table of another room', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap((file) =>
    findTrespasses(roomOf(file), readFileSync(file, 'utf8')).map((what) => `${file}: ${what}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['a delegate', 'await database.payment\n    .findMany({})', 'payments of payments'],
  ['a type of a row', "type Row = Database['refund']", 'refunds of payments'],
  ['a type of a query', 'const where: Prisma.SellerWhereInput = {}', 'sellers of sellers'],
  ['SQL', '`SELECT 1 FROM payments`', 'payments of payments'],
  ['SQL in small letters', '`select 1 from other o, settlements`', 'settlements of facilitator'],
  ['SQL that writes', '`INSERT INTO "entitlements" VALUES (1)`', 'entitlements of payments'],
  ['a name in a piece of SQL', 'Prisma.raw(`account_wallets`)', 'account_wallets of sign-in'],
])('finds %s', (_what, code, found) => {
  expect(findTrespasses('bazaar', code)).toEqual([found])
})

test.each([
  ['words', "const text = 'payments of sellers'"],
  ['a comment', '/** Taken from payments. */ // from sellers'],
  ['an object of that name', 'context.payment.total'],
  ['a column of that name', '`SELECT count(*) AS payments FROM catalog_entries`'],
])('lets %s be', (_what, code) => {
  expect(findTrespasses('bazaar', code)).toEqual([])
})
