import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer402, bazaar, challenge, option } from '@/development/testing/catalog-world'
import { type Database, Prisma } from '@/lib/base/infra/database'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { crawlDue } from '@/lib/bazaar/crawl/crawl'
import { draftFromChallenge } from '@/lib/bazaar/ingest/draft-from-challenge'
import { saveEntries } from '@/lib/bazaar/ingest/save-entries'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { readCpuMs } from './run/measure/process-cost'
import { withDatabase } from './with-database'

/**
 * Whether the crawler keeps its schedule: `npm run bench -- freshness 100000 3`, entries and hours. Two thousand hosts on
 * loopback answer real requests; one of them has a fifth of the entries, and every twentieth entry of the others is popular. The hours
 * are those of the crawler's clock, which stands still while it works and goes on by two seconds after each pass.
 */
const [size = 100_000, hours = 3] = process.argv.slice(2).map(Number)
const HOSTS = 2_000
const HOUR_MS = 3_600_000
const PASS_MS = 2_000
const served = { requests: 0, port: 0 }
const isPopular = Prisma.sql`(id % 20 = 0 AND host <> '127.1.0.1')`
const server = createServer((request, response) => {
  served.requests += 1
  const place = /^\/r\/(\d+)$/.exec(request.url ?? '')?.[1]
  if (place === undefined) return void response.writeHead(404).end()
  answer402(response, terms(Number(place)))
})
await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
served.port = (server.address() as AddressInfo).port
await withDatabase(measure)
process.exit()

/** The words of a resource that is on the host number `place % HOSTS`, or on the first one. */
function terms(place: number) {
  const words = createHash('sha256')
    .update(String(place))
    .digest('hex')
    .match(/.{3}/g)
    ?.slice(0, 12)
    .map((part) => `w${part}`)
  const description = `Resource ${place} with ${words?.join(' ')}`
  return challenge({ resource: { description }, accepts: [option()], extensions: bazaar() })
}

function urlOf(place: number): string {
  const host = place % 5 === 0 ? 0 : 1 + (place % (HOSTS - 1))
  return `http://127.1.${Math.floor(host / 250)}.${(host % 250) + 1}:${served.port}/r/${place}`
}

async function measure(database: Database, pid: number) {
  let now = Date.now()
  const log = { info: () => {}, warn: () => {}, error: (details: object) => console.error(details) }
  const deps = {
    ...{
      database,
      log,
      fetch: safeFetch,
      clock: () => new Date(now),
      reach: 'loopback',
      publicOrigin: 'http://localhost',
    },
    askTool: () => Promise.reject(new Error('No tool is listed here.')),
  } as unknown as CatalogDeps
  await fill(database, new Date(now))
  const cpu = () => ({ node: process.cpuUsage(), postgres: readCpuMs(pid) })
  const before = cpu()
  const startedAt = performance.now()
  let looks = 0
  for (let hour = 1; hour <= hours; hour += 1) {
    for (const end = now + HOUR_MS; now < end; now += PASS_MS) looks += await crawlDue(deps)
    console.log(`   after ${hour} h: ${looks} looks, greatest age ${await ages(database, new Date(now))}`)
  }
  const node = process.cpuUsage(before.node)
  const perLook = (ms: number) => (ms / looks).toFixed(1)
  console.log(
    `   ${(looks / hours / 3_600).toFixed(2)} looks and ${(served.requests / hours / 3_600).toFixed(2)} requests a second of the schedule`,
  )
  console.log(
    `   processor for a look: ${perLook((node.user + node.system) / 1_000)} ms here (with the ${HOSTS} hosts), ${perLook(readCpuMs(pid) - before.postgres)} ms in PostgreSQL; ${((looks / (performance.now() - startedAt)) * 1_000).toFixed(1)} looks a second of real time`,
  )
}

/** The catalog as the schedule leaves it: each entry was asked some time within its own interval. */
async function fill(database: Database, now: Date) {
  const provenance = { source: 'probed' as const, sourceLabel: 'probe', verification: 'live' as const }
  for (let from = 0; from < size; from += 500) {
    const drafts = Array.from({ length: Math.min(500, size - from) }, (_, at) => {
      const url = urlOf(from + at)
      const read = draftFromChallenge(terms(from + at), { url, method: 'GET', allowLoopback: true })
      if (!read.ok) throw new Error(read.message)
      return { draft: read.draft, provenance: { ...provenance, probeUrl: url } }
    })
    await saveEntries(database, drafts, now)
  }
  await database.$executeRaw`
    UPDATE catalog_entries SET recent_payers = CASE WHEN ${isPopular} THEN 3 ELSE 0 END, looked_at = ${now},
      next_probe_at = ${now}::timestamptz + random() * CASE WHEN ${isPopular} THEN interval '1 hour' ELSE interval '1 day' END`
  await database.$executeRaw`
    UPDATE catalog_entries SET last_probed_at = next_probe_at - CASE WHEN ${isPopular} THEN interval '1 hour' ELSE interval '1 day' END`
  await database.$executeRaw`VACUUM ANALYZE`
  console.log(`== ${size} entries on ${HOSTS} hosts`)
}

async function ages(database: Database, now: Date): Promise<string> {
  const [greatest] = await database.$queryRaw<[Record<'popular' | 'other' | 'large', number>]>`
    SELECT max(age) FILTER (WHERE recent_payers > 0) AS popular, max(age) FILTER (WHERE recent_payers = 0) AS other,
      max(age) FILTER (WHERE host = '127.1.0.1') AS large
    FROM (SELECT recent_payers, host, extract(epoch FROM ${now}::timestamptz - last_probed_at)::float8 / 60 AS age FROM catalog_entries) entry`
  const minutes = (value: number) => `${value.toFixed(1)} min`
  return `of popular ones ${minutes(greatest.popular)}, of others ${minutes(greatest.other)}, of the largest host ${minutes(greatest.large)}`
}
