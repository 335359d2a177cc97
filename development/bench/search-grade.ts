import { type Database, sql } from '@/lib/base/infra/database'

export type JudgedSearch = { id: string; query: string; kind: string; relevant: Record<string, number> }
export type Grade = { search: JudgedSearch; ndcg: number | null; recall: number | null }
export type JudgedQuery = Grade & { isWeak: boolean; milliseconds: number }

/** nDCG@10 with gain 2^grade - 1, and recall@20 of the possible twenty; null when nothing is relevant. */
export function grade(search: JudgedSearch, keys: string[], keyOf: ReadonlyMap<string, string>): Grade {
  const grades = new Map<string, number>()
  for (const [id, value] of Object.entries(search.relevant)) {
    const key = keyOf.get(id) ?? `unknown ${id}`
    grades.set(key, Math.max(value, grades.get(key) ?? 0))
  }
  const best = [...grades.values()].sort((a, b) => b - a)
  if (best.length === 0) return { search, ndcg: null, recall: null }
  const found = keys.slice(0, 20).filter((key) => grades.has(key)).length
  return {
    search,
    ndcg: discounted(keys.slice(0, 10).map((key) => grades.get(key) ?? 0)) / discounted(best.slice(0, 10)),
    recall: found / Math.min(20, best.length),
  }
}

const discounted = (grades: number[]): number =>
  grades.reduce((sum, value, index) => sum + (2 ** value - 1) / Math.log2(index + 2), 0)

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const numbers = (values: (number | null)[]): number[] => values.filter((value): value is number => value !== null)

export function gradeByKind(name: string, judged: JudgedQuery[]): void {
  const answerable = judged.filter(({ search }) => search.kind !== 'no-answer')
  const unanswerable = judged.filter(({ search }) => search.kind === 'no-answer')
  const times = judged.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  console.log(
    `== ${name}: nDCG@10 ${mean(numbers(answerable.map(({ ndcg }) => ndcg))).toFixed(4)}, recall@20 ${mean(numbers(answerable.map(({ recall }) => recall))).toFixed(4)}, median ${times[times.length >> 1]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`,
  )
  for (const kind of new Set(answerable.map(({ search }) => search.kind))) {
    const ofKind = answerable.filter(({ search }) => search.kind === kind)
    console.log(
      `   ${kind.padEnd(13)} ${String(ofKind.length).padStart(3)}  nDCG@10 ${mean(numbers(ofKind.map(({ ndcg }) => ndcg))).toFixed(3)}  recall@20 ${mean(numbers(ofKind.map(({ recall }) => recall))).toFixed(3)}`,
    )
  }
  console.log(
    `   no-answer     ${String(unanswerable.length).padStart(3)}  ${unanswerable.filter(({ isWeak }) => isWeak).length} empty or marked weak; of ${answerable.length} answerable ${answerable.filter(({ isWeak }) => isWeak).length} are marked weak\n`,
  )
}

const plainDocument = sql`to_tsvector('english', coalesce(service_name, '') || ' ' || coalesce(name, '') || ' ' || regexp_replace(resource, '[/_.:-]+', ' ', 'g') || ' ' || coalesce(description, ''))`

export async function plainFullText(database: Database, query: string) {
  const rows = await database.rows<{ key: string }>(sql`
    WITH wanted AS (SELECT replace(plainto_tsquery('english', ${query})::text, '&', '|')::tsquery AS query)
    SELECT key FROM catalog_entries, wanted WHERE ${plainDocument} @@ wanted.query
    ORDER BY ts_rank(${plainDocument}, wanted.query) DESC, key LIMIT 20`)
  return { keys: rows.map(({ key }) => key), isWeak: rows.length === 0 }
}
