import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseListing } from '@/lib/catalog/ingest/parse-listing'
import { readSnapshot } from '@/lib/catalog/ingest/snapshot'
import { searchEntries } from '@/lib/catalog/search/search-entries'
import { openDatabase } from '@/lib/infra/database'
import { keysOfListings, readJudgedParts, readPool } from './search-judged'

/**
 * Lists what rankers put among the first ten for the held out searches and what nobody judged, so that it can be
 * judged blind. `top <database> <file>` writes the first ten of the code that runs, on a database that holds the
 * shipped listings; `ask <file> <file>…` prints each search with the entries of all these files together that have no
 * grade yet, in an order that says nothing of ranks or rankers. The rules for judging are in `search-judging.md`.
 */
const STRUCTURE = new Set(
  'type method http properties required description example format items input output'.split(' '),
)
const [, , command, ...files] = process.argv
const parts = await readJudgedParts()
const searches = parts
  .filter(({ name }) => name === 'held out, pool judged')
  .flatMap((part) => part.searches)
  .filter(({ kind }) => kind !== 'no-answer')
const rows = await readSnapshot()
const keyOf = keysOfListings(rows)
const pool = await readPool()
if (command === 'top') await writeTop(files[0] ?? '', files[1] ?? '')
else ask(files)
process.exit()

type Top = Record<string, string[]>

async function writeTop(url: string, file: string) {
  const database = openDatabase(url)
  const top: Top = {}
  for (const { id, query } of searches) {
    const { resources } = await searchEntries(database, { query, limit: '10' })
    top[id] = resources.map(({ key }) => key)
  }
  writeFileSync(file, JSON.stringify(top))
}

function ask(names: string[]) {
  const tops = names.map((name) => JSON.parse(readFileSync(name, 'utf8')) as Top)
  const listingOf = new Map([...rows].reverse().map((row) => [keyOf.get(row.id) ?? '', row]))
  for (const { id, query, relevant } of searches) {
    const known = [...Object.keys(relevant), ...Object.keys(pool.get(id) ?? {})]
    const judged = new Set(known.map((listing) => keyOf.get(listing)))
    const keys = [...new Set(tops.flatMap((top) => top[id] ?? []))].filter((key) => !judged.has(key))
    console.log(`\n${id}: ${query}`)
    for (const key of keys.sort((a, b) => (blindly(a) < blindly(b) ? -1 : 1))) {
      const listing = listingOf.get(key)
      if (listing !== undefined) console.log(`  ${listing.id} ${describe(listing)}`)
    }
  }
}

function blindly(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function describe(listing: Parameters<typeof parseListing>[0]): string {
  const parsed = parseListing(listing)
  if (!parsed.ok) return 'refused'
  const { key, serviceName, name, description, input, output } = parsed.draft
  const path = key.replace(/https?:\/\//, '').slice(0, 110)
  const names = [...new Set(namesIn(input).concat(namesIn(output)))].slice(0, 14).join(' ')
  return [path, serviceName ?? name, description?.replace(/\s+/g, ' ').slice(0, 170), names].filter(Boolean).join(' | ')
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(STRUCTURE.has(name) || /^\d+$/.test(name) ? [] : [name]),
    ...namesIn(value),
  ])
}
