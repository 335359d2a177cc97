import type { Database } from '@/lib/base/infra/database'

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Plan[] }

/** The queries that every list and search runs, with the index that each must use. */
const HOT: { name: string; sql: string; index: string }[] = [
  {
    name: 'search by rare words',
    sql: `SELECT * FROM catalog_documents document WHERE document.words @@ '''honeypot'' & ''token'''::tsquery LIMIT 1200`,
    index: 'catalog_documents_words_idx',
  },
  {
    name: 'search by common words',
    sql: `SELECT * FROM catalog_documents document WHERE document.words @@ '''weather'' | ''forecast'''::tsquery LIMIT 2400`,
    index: 'catalog_documents_words_idx',
  },
  {
    name: 'search among the prominent',
    sql: `SELECT * FROM catalog_documents document WHERE document.words @@ '''weather'' | ''forecast'''::tsquery AND document.is_prominent LIMIT 1500`,
    index: 'catalog_documents_prominent_words_idx',
  },
  {
    name: 'list, first page',
    sql: 'SELECT entry_id FROM catalog_documents document ORDER BY last_updated_at DESC, key LIMIT 20',
    index: 'catalog_documents_last_updated_at_key_idx',
  },
  {
    name: 'list, newest',
    sql: 'SELECT entry_id FROM catalog_documents document ORDER BY first_seen_at DESC, key LIMIT 20',
    index: 'catalog_documents_first_seen_at_key_idx',
  },
  {
    name: 'filter by payTo',
    sql: `SELECT count(*) FROM catalog_documents document WHERE pay_tos && ARRAY['0x7be9cf559dcea961cda4b3118445b9dcc5af4a40']`,
    index: 'catalog_documents_filters',
  },
  {
    name: 'entry by key',
    sql: `SELECT * FROM catalog_entries WHERE key = 'GET https://httpay.xyz/api/weather'`,
    index: 'catalog_entries_key_key',
  },
  {
    name: 'misspelt word',
    sql: `SELECT word FROM catalog_words WHERE initial = 'w' AND length BETWEEN 5 AND 9 ORDER BY frequency DESC LIMIT 3000`,
    index: 'catalog_words_initial_length_idx',
  },
  {
    name: 'crawler',
    sql: 'SELECT id FROM catalog_entries WHERE next_probe_at <= now() ORDER BY next_probe_at LIMIT 20',
    index: 'catalog_entries_next_probe_at_idx',
  },
]

/** Prints whether each hot query's plan uses its index; throws when one does not on a large catalog. */
export async function checkPlans(database: Database): Promise<void> {
  const [marked] = await database.$queryRaw<{ any: boolean }[]>`
    SELECT EXISTS (SELECT FROM catalog_documents WHERE is_prominent) AS any`
  // A small catalog has no prominent entries, and no search looks among them.
  const hot = HOT.filter(({ sql }) => marked?.any === true || !sql.includes('is_prominent'))
  for (const { name, sql, index } of hot) {
    const [, [row]] = await database.$transaction([
      // The search itself sets the same.
      database.$queryRaw`SELECT set_config('enable_seqscan', ${name.startsWith('search') ? 'off' : 'on'}, true)`,
      database.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`explain (format json) ${sql}`),
    ])
    const used = indexesOf(row?.['QUERY PLAN'][0]?.Plan)
    if (!used.includes(index))
      throw new Error(`Expected ${name} to use ${index}, it uses ${used.join(', ') || 'no index'}.`)
    console.log(`   plan: ${name} uses ${index}`)
  }
}

const indexesOf = (plan: Plan | undefined): string[] =>
  plan === undefined
    ? []
    : [...(plan['Index Name'] ? [plan['Index Name']] : []), ...(plan.Plans ?? []).flatMap(indexesOf)]
