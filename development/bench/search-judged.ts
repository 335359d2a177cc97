import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import type { readSnapshot } from '@/lib/bazaar/ingest/snapshot'
import type { JudgedSearch } from './search-grade'

/**
 * The judged searches in three parts: those that the search was first made with, and two later ones, of which one is
 * held out: nothing may be tuned on it. That part is there twice: with its first judgements, and with all of them.
 */
export async function readJudgedParts(): Promise<{ name: string; searches: JudgedSearch[] }[]> {
  const later = await readJudged('prisma/seed/catalog/judged-everyday-searches.jsonl')
  const heldOut = later.filter(isInHeldOutPart)
  const pool = await readPool()
  return [
    { name: 'first', searches: await readJudged('prisma/seed/catalog/judged-searches.jsonl') },
    { name: 'tune', searches: later.filter((search) => !isInHeldOutPart(search)) },
    { name: 'held out', searches: heldOut },
    { name: 'held out, pool judged', searches: heldOut.map((search) => withPool(search, pool)) },
  ]
}

type JudgedPool = Map<string, Record<string, number>>

/** Later grades, for results of rankers that nobody had judged. */
async function readPool(): Promise<JudgedPool> {
  const lines = await readLines<{ id: string; grades: Record<string, number> }>('prisma/seed/catalog/judged-pool.jsonl')
  return new Map(lines.map(({ id, grades }) => [id, grades]))
}

function withPool(search: JudgedSearch, pool: JudgedPool): JudgedSearch {
  const related = Object.entries(pool.get(search.id) ?? {}).filter(([, grade]) => grade > 0)
  return { ...search, relevant: { ...Object.fromEntries(related), ...search.relevant } }
}

const readJudged = (file: string): Promise<JudgedSearch[]> => readLines(file)

const readLines = async <Line>(file: string): Promise<Line[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** The key of the entry that each listing becomes; several may become one. */
export const keysOfListings = (rows: Awaited<ReturnType<typeof readSnapshot>>): Map<string, string> =>
  new Map(
    rows.map((row) => {
      const parsed = parseListing(row)
      return [row.id, parsed.ok ? parsed.draft.key : `refused ${row.id}`]
    }),
  )

/** The first byte of the query's SHA-256 is odd. */
const isInHeldOutPart = ({ query }: JudgedSearch): boolean =>
  (createHash('sha256').update(query).digest()[0] ?? 0) % 2 === 1
