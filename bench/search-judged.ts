import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { JudgedSearch } from './search-grade'

/**
 * The judged searches in three parts: those that the search was first made with, and the later ones, of which nothing
 * may be tuned on the part that is held out.
 */
export async function readJudgedParts(): Promise<{ name: string; searches: JudgedSearch[]; isHeldOut: boolean }[]> {
  const later = await readJudged('prisma/seed/catalog/judged-everyday-searches.jsonl')
  return [
    { name: 'first', searches: await readJudged('prisma/seed/catalog/judged-searches.jsonl'), isHeldOut: false },
    { name: 'tune', searches: later.filter((search) => !isInHeldOutPart(search)), isHeldOut: false },
    { name: 'held out', searches: later.filter(isInHeldOutPart), isHeldOut: true },
  ]
}

const readJudged = async (file: string): Promise<JudgedSearch[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JudgedSearch)

/** The first byte of the query's SHA-256 is odd. */
const isInHeldOutPart = ({ query }: JudgedSearch): boolean =>
  (createHash('sha256').update(query).digest()[0] ?? 0) % 2 === 1
