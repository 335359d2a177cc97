import type { Database } from '@/lib/infra/database'

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Plan[] }

/** The queries that every list and search runs, with the index that each must use. */
const HOT: { name: string; sql: string; index: string }[] = [
  {
    name: 'search by rare words',
    sql: `select * from catalog_documents document where document.words @@ '''honeypot'' & ''token'''::tsquery limit 1200`,
    index: 'catalog_documents_words_idx',
  },
  {
    name: 'search by common words',
    sql: `select * from catalog_documents document where document.words @@ '''weather'' | ''forecast'''::tsquery limit 2400`,
    index: 'catalog_documents_words_idx',
  },
  {
    name: 'list, first page',
    sql: 'select entry_id from catalog_documents document order by last_updated_at desc, key limit 20',
    index: 'catalog_documents_last_updated_at_key_idx',
  },
  {
    name: 'list, newest',
    sql: 'select entry_id from catalog_documents document order by first_seen_at desc, key limit 20',
    index: 'catalog_documents_first_seen_at_key_idx',
  },
  {
    name: 'filter by payTo',
    sql: `select count(*) from catalog_documents document where pay_tos && array['0x7be9cf559dcea961cda4b3118445b9dcc5af4a40']`,
    index: 'catalog_documents_filters',
  },
  {
    name: 'entry by key',
    sql: `select * from catalog_entries where key = 'GET https://httpay.xyz/api/weather'`,
    index: 'catalog_entries_key_key',
  },
  {
    name: 'misspelt word',
    sql: `select word from catalog_words where initial = 'w' and length between 5 and 9 order by frequency desc limit 3000`,
    index: 'catalog_words_initial_length_idx',
  },
  {
    name: 'crawler',
    sql: 'select id from catalog_entries where next_probe_at <= now() order by next_probe_at limit 20',
    index: 'catalog_entries_next_probe_at_idx',
  },
]

/** Prints whether each hot query's plan uses its index; throws when one does not on a large catalog. */
export async function checkPlans(database: Database): Promise<void> {
  for (const { name, sql, index } of HOT) {
    const [, [row]] = await database.$transaction([
      // As the search itself does.
      database.$queryRaw`select set_config('enable_seqscan', ${name.startsWith('search') ? 'off' : 'on'}, true)`,
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
