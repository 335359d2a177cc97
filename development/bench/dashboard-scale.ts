import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import type { Database } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import type { Actor } from '@/lib/shop/sellers/actor'
import { findSeller } from '@/lib/shop/sellers/find-seller'
import { listKeys } from '@/lib/shop/sellers/keys/list-keys'
import { syncListings } from '@/lib/shop/sellers/listings/sync-listings'
import { listConcerns } from '@/lib/shop/sellers/overview/list-concerns'
import { compareToday } from '@/lib/shop/sellers/payments/compare-today'
import { getPayment } from '@/lib/shop/sellers/payments/get-payment'
import { listPayments } from '@/lib/shop/sellers/payments/list-payments'
import { lastDays, summarizeEarnings } from '@/lib/shop/sellers/payments/summarize-earnings'
import { getChallenge } from '@/lib/shop/sellers/routes/get-challenge'
import { getRoute } from '@/lib/shop/sellers/routes/get-route'
import { listRoutes } from '@/lib/shop/sellers/routes/list-routes'
import { listEndpoints } from '@/lib/shop/sellers/webhooks/list-endpoints'
import { queueDeliveries } from '@/lib/shop/sellers/webhooks/queue-deliveries'
import { queueUpstreamFailures } from '@/lib/shop/sellers/webhooks/queue-upstream-failures'
import { type Application, buildApplication } from '@/lib/site/compose/application'
import { fillShops, type Sizes } from './dashboard-fill'

/**
 * Measures the reads of every page of the dashboard, for a typical and for the largest of 1,000 sellers with 100,000
 * routes and 1,000,000 payments; then one process that serves the same routes. `npm run bench -- dashboard`, with the
 * URL of a database that it has filled before, if there is one. Fails above 300 ms.
 */
const sizes: Sizes = { sellers: 1_000, routes: 100_000, payments: 1_000_000 }
const BUDGET_MS = 300
const ROUNDS = 7

const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-dashboard-'))
const filledUrl = process.argv[2]
const server = filledUrl ? null : await startEmbeddedDatabase({ dataDir: join(folder, 'db'), isDurable: false })
const databaseUrl = filledUrl ?? server?.url ?? ''
try {
  await deployMigrations(databaseUrl)
  const application = await buildApplication({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    TURNPIKE_SECRET: 'a secret of the benchmark, long enough to be taken',
    LOG_LEVEL: 'silent',
    // Named, so that routes can be priced on it; it is never called here.
    EVM_RPC_URLS_84532: 'http://127.0.0.1:1',
    FACILITATOR_EVM_KEYS: generatePrivateKey(),
  })
  if (!filledUrl) await fill(application)
  const isFast = await measurePages(application)
  await measureJobs(application)
  await measureServing(application)
  process.exitCode = isFast ? 0 : 1
  await application.database.$disconnect()
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

async function fill({ database }: Application) {
  const started = performance.now()
  await fillShops(database, sizes)
  console.log(`${JSON.stringify(sizes)} made in ${Math.round((performance.now() - started) / 1000)} s`)
}

type Read = (actor: Actor, ids: { routeId: string; paymentId: string; cursor: string }) => Promise<unknown>

function readsOf({ sellers: context }: Application): Record<string, Read> {
  const now = new Date()
  return {
    'layout (the shop)': (actor) => findSeller(context, actor),
    'routes, first page': (actor) => listRoutes(context, actor),
    'routes, found by a word': (actor) => listRoutes(context, actor, { search: 'route 77' }),
    'routes, found by nothing': (actor) => listRoutes(context, actor, { search: 'nowhere to be found' }),
    'route and its 402': async (actor, { routeId }) => [
      await getRoute(context, actor, routeId),
      await getChallenge(context, actor, routeId),
    ],
    'payments, first page': (actor) => listPayments(context, actor, {}),
    'payments, a later page': (actor, { cursor }) => listPayments(context, actor, { cursor }),
    'payments, refused ones': (actor) => listPayments(context, actor, { status: 'refused' }),
    'payments, unknown ones (none)': (actor) => listPayments(context, actor, { status: 'unknown' }),
    'payments, of one route': (actor, { routeId }) => listPayments(context, actor, { routeId }),
    'payments, of all payers (0x)': (actor) => listPayments(context, actor, { search: '0x' }),
    'payments, of one payer': (actor) => listPayments(context, actor, { search: '0xpayer77' }),
    'payments, of nobody': (actor) => listPayments(context, actor, { search: '0xnobody' }),
    'payments, of another network': (actor) => listPayments(context, actor, { network: 'eip155:8453' }),
    payment: (actor, { paymentId }) => getPayment(context, actor, paymentId),
    'earnings, 30 days': (actor) => summarizeEarnings(context, actor, lastDays(now, 30)),
    'earnings, 365 days': (actor) => summarizeEarnings(context, actor, lastDays(now, 365)),
    'today and a week ago': (actor) => compareToday(context, actor),
    'what needs the seller': (actor) => listConcerns(context, actor),
    'webhooks and keys': async (actor) => [await listEndpoints(context, actor), await listKeys(context, actor)],
  }
}

async function measurePages(application: Application): Promise<boolean> {
  const largest = await subject(application, 1)
  const typical = await subject(application, 500)
  console.log('\nread, median and worst ms of 7           typical        largest')
  let isFast = true
  for (const [name, read] of Object.entries(readsOf(application))) {
    const cells: string[] = []
    for (const { actor, ids } of [typical, largest]) {
      const times = await time(() => read(actor, ids))
      isFast &&= times.worst < BUDGET_MS
      cells.push(`${times.median.toFixed(1).padStart(7)} ${times.worst.toFixed(1).padStart(7)}`)
    }
    console.log(`${name.padEnd(36)}${cells.join('   ')}`)
  }
  return isFast
}

async function subject({ database, sellers }: Application, place: number) {
  const seller = await database.seller.findUniqueOrThrow({ where: { handle: `shop-${place}` } })
  const actor = { accountId: seller.accountId }
  const { routes } = await listRoutes(sellers, actor, { limit: 1 })
  const first = await listPayments(sellers, actor, { limit: 200 })
  const cursor = first.nextCursor ?? ''
  return { actor, ids: { routeId: routes[0]?.routeId ?? '', paymentId: first.payments[0]?.paymentId ?? '', cursor } }
}

async function time(work: () => Promise<unknown>): Promise<{ median: number; worst: number }> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  // The first run has cold caches, which a person meets once per page; it counts as the worst.
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(ROUNDS / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
}

/** The worker's periodic reads, with nothing to do. */
async function measureJobs({ sellers }: Application) {
  console.log('\njob of the worker, median and worst ms of 7')
  const jobs = {
    'queue webhooks': () => queueDeliveries(sellers),
    'queue upstream failures': () => queueUpstreamFailures(sellers),
    'list routes': () => syncListings(sellers),
  }
  for (const [name, run] of Object.entries(jobs)) {
    const { median, worst } = await time(run)
    console.log(`${name.padEnd(36)}${median.toFixed(1).padStart(7)} ${worst.toFixed(1).padStart(7)}`)
  }
}

/** One process that serves all the routes: how long a shop takes to load, its memory, and how soon a change shows. */
async function measureServing({ storedRoutes, database }: Application) {
  const ask = async (place: number, path: string) => {
    const answer = await storedRoutes.answer(new Request(`http://localhost:4021/x/shop-${place}${path}`))
    await answer.text()
    return answer.status
  }
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return (performance.now() - started).toFixed(1)
  }
  const heap = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed / 1e6
  }
  console.log('\nserving from one process')
  const before = heap()
  console.log(`largest shop, first request           ${await timed(() => ask(1, '/r1'))} ms`)
  console.log(`largest shop, second request          ${await timed(() => ask(1, '/r2'))} ms`)
  console.log(
    `all shops, first requests             ${await timed(async () => {
      for (let place = 1; place <= sizes.sellers; place += 1) await ask(place, '/r1')
    })} ms`,
  )
  console.log(`heap for all routes                   ${(heap() - before).toFixed(0)} MB`)
  const thousand = await timed(async () => {
    for (let count = 0; count < 1_000; count += 1) await ask(1 + (count % 20), `/r${1 + (count % 80)}`)
  })
  console.log(`a 402 with everything loaded          ${(Number(thousand) / 1_000).toFixed(2)} ms`)
  console.log(`a change in the largest shop shows in ${await timed(() => pauseAndWait(database, ask))} ms`)
}

async function pauseAndWait(database: Database, ask: (place: number, path: string) => Promise<number>) {
  await database.$executeRaw`
    WITH shop AS (UPDATE sellers SET revision = revision + 1 WHERE handle = 'shop-1' RETURNING id, revision)
    UPDATE stored_routes SET state = 'paused', revision = shop.revision FROM shop WHERE seller_id = shop.id AND path = '/r5'`
  while ((await ask(1, '/r5')) !== 503) await new Promise((resolve) => setTimeout(resolve, 10))
}
