import type { Database } from '@/lib/base/infra/database'
import { listEntries } from '@/lib/bazaar/browse/list-entries'
import { searchEntries } from '@/lib/bazaar/search/search-entries'
import { fillCatalog } from './fill-catalog'
import { makeFolder, openBenchDatabase, withCleanups } from './measure'
import { readJudgedParts } from './search-judged'

/**
 * List and search over entries generated from the real ones: every copy has its own host, path and words. Prints
 * latencies for each of the sizes.
 */
export async function measureSearch(args: string[]): Promise<void> {
  for (const size of args.length > 0 ? args.map(Number) : [50_000]) {
    await withCleanups(async (onEnd) => {
      const { database } = await openBenchDatabase(onEnd, `${makeFolder(onEnd)}/db`, { isDurable: false })
      await fillCatalog(database, size)
      console.log(`== ${size} entries`)
      await report(database)
    })
  }
}

const narrowings: Record<string, string>[] = [
  { network: 'solana:*' },
  { type: 'http' },
  { scheme: 'exact', network: 'eip155:8453' },
  { maxUsdPrice: '0.005' },
]

const filters: Record<string, string>[] = [
  {},
  { offset: '5000' },
  { network: 'solana:*' },
  { network: 'tron:*' },
  { type: 'mcp' },
  { scheme: 'upto' },
  { type: 'http', limit: '100' },
]

async function report(database: Database): Promise<void> {
  const [first] = await readJudgedParts()
  const asked = (first?.searches ?? []).map(({ query }) => ({ query }))
  const search = (query: Record<string, string>) => searchEntries(database, query)
  for (const parameters of asked) await search(parameters)
  await timed('search', [...asked, ...asked], search)
  const narrowed = asked.map((parameters, index) => ({ ...parameters, ...narrowings[index % narrowings.length] }))
  await timed('filtered', narrowed, search)
  const lists = Array.from({ length: 10 }, () => filters).flat()
  await timed('list', lists, (parameters) => listEntries(database, parameters))
}

async function timed<Item>(name: string, items: Item[], run: (item: Item) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (const item of items) {
    const started = performance.now()
    await run(item)
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)
  console.log(
    `   ${name.padEnd(8)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms over ${items.length}, slowest ${at(1)} ms`,
  )
}
