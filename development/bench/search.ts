import { type Database, sql } from '@/lib/base/infra/database'
import { countWords } from '@/lib/bazaar/ingest/index-documents'
import { importSnapshot, readSnapshot } from '@/lib/bazaar/ingest/snapshot'
import { searchEntries } from '@/lib/bazaar/search/search-entries'
import { makeFolder, openBenchDatabase, withCleanups } from './measure'
import { grade, gradeByKind, type JudgedQuery, plainFullText } from './search-grade'
import { keysOfListings, readJudgedParts } from './search-judged'

/**
 * Grades the search on each part of the judged searches, beside PostgreSQL's plain full-text ranking in the same
 * run. Prints nDCG@10 (gain 2^grade - 1), recall@20, per kind.
 */
export const gradeSearch = (): Promise<void> =>
  withCleanups(async (onEnd) => {
    const { database } = await openBenchDatabase(onEnd, `${makeFolder(onEnd)}/db`, { isDurable: false })
    await gradeParts(database)
  })

async function gradeParts(database: Database): Promise<void> {
  const rows = await readSnapshot()
  const started = performance.now()
  await importSnapshot(database, new Date(), rows)
  await countWords(database)
  await database.execute(sql`ANALYZE`)
  const listed = await database.catalogDocument.count()
  console.log(`${rows.length} rows: ${listed} listed, ${Math.round(performance.now() - started)} ms\n`)
  const keyOf = keysOfListings(rows)
  const parts = await readJudgedParts()
  const engines: Record<string, (query: string) => Promise<{ keys: string[]; isWeak: boolean }>> = {
    'this search': (query) => ours(database, query),
    'plain to_tsvector': (query) => plainFullText(database, query),
  }
  for (const { name: part, searches } of parts) {
    for (const [name, engine] of Object.entries(engines)) {
      const judged: JudgedQuery[] = []
      for (const search of searches) {
        const begun = performance.now()
        const { keys, isWeak } = await engine(search.query)
        judged.push({ ...grade(search, keys, keyOf), isWeak, milliseconds: performance.now() - begun })
      }
      gradeByKind(`${part}, ${name}`, judged)
    }
  }
}

async function ours(database: Database, query: string) {
  const result = await searchEntries(database, { query, limit: '20' })
  const keys = result.resources.map(({ key }) => key)
  return { keys, isWeak: result.partialResults === true || keys.length === 0 }
}
