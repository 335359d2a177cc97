import pg from 'pg'
import { generatePrivateKey } from 'viem/accounts'
import type { LoadResult } from '@/development/bench/facilitator/run-load'
import { type Bench, pick } from '../bench'
import { loadChallenge } from '../measure/challenge-load'
import { measureInTurn } from '../measure/in-turn'
import { median } from '../measure/median'
import { openBuyer, paymentHeaders, signPayments } from '../measure/payments'
import { loadOverHttp } from '../measure/send'
import { type Row, verdictOf } from '../row'
import type { BenchServer } from '../world/bench-server'
import { fillRoutes } from '../world/fill-routes'
import { type OurSite, startInstance, startOurSite } from '../world/start-our-site'
import { measurePast } from './past-row'
import { routeTables } from './route-tables'

/** Paid GETs and challenges of one site, in one state. */
type Point = { pay: (count: number) => Promise<LoadResult>; challenge: (seconds: number) => Promise<number> }

const IN_FLIGHT = 20
const MANY_ROUTES = 100_000
const INSTANCES = 4

/** The same paid GET and the same 402 with much and with little of something; a flat line is the goal. */
export async function measureFlatLines(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const site = await startOurSite(bench)
  const keys = Array.from({ length: IN_FLIGHT }, generatePrivateKey)
  const atWeather = await openPoint(site, keys)
  if (bench.wants('flat-past')) rows.push(await measurePast(bench, site, keys))
  if (bench.wants('flat-instances')) rows.push(await compareInstances(bench, atWeather, site, keys))
  if (bench.wants('flat-routes')) rows.push(await compareRoutes(bench, site, keys))
  return rows
}

async function compareInstances(bench: Bench, one: Point, site: OurSite, keys: `0x${string}`[]): Promise<Row> {
  const others: OurSite[] = []
  const { chain, databaseUrl, databasePid, folder } = site
  while (others.length < INSTANCES - 1) {
    const options = { chain, databaseUrl, databasePid, folder, env: { PUBLIC_ORIGIN: site.origin } }
    others.push(await startInstance(options, bench))
  }
  const all = await openPoint(
    site,
    keys,
    [site, ...others].map(({ url }) => url),
  )
  // Each is warmed up as the one is: of what all get together, a part comes to each.
  await all.pay(pick(bench, 100, 40) * (INSTANCES - 1))
  const sent: Record<'few' | 'many', number[]> = { few: [], many: [] }
  const counting = (side: 'few' | 'many', point: Point): Point => ({
    ...point,
    async pay(count) {
      const before = await countTransactions(databaseUrl)
      const load = await point.pay(count)
      sent[side].push(((await countTransactions(databaseUrl)) - before) / count)
      return load
    },
  })
  const row = await compare(bench, { few: counting('few', one), many: counting('many', all) })
  for (const { stop } of others) await stop()
  const perPayment = { few: sent.few.slice(1), many: sent.many.slice(1) } // The first is the warm-up.
  return {
    ...row,
    ours: `${row.ours}, transactions a payment ${median(perPayment.few).toFixed(2)} to ${median(perPayment.many).toFixed(2)}`,
    figures: {
      ...row.figures,
      'transactions a payment, few': perPayment.few,
      'transactions a payment, many': perPayment.many,
    },
    name: 'flat-instances',
    title: `the same with 1 and with ${INSTANCES} instances on one database`,
    meaning:
      `Requests to one of ${INSTANCES} running instances, and in turn to all of them. They share this machine with the chain, the database ` +
      'and the client, so that more instances cannot be faster here; they must not get into each other’s way.',
  }
}

async function countTransactions(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM settlement_transactions')
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

async function compareRoutes(bench: Bench, site: OurSite, keys: `0x${string}`[]): Promise<Row> {
  const large = await startOurSite(bench)
  const [few, many] = [await fillRoutes(site.databaseUrl, 1), await fillRoutes(large.databaseUrl, MANY_ROUTES)]
  const row = await compare(bench, {
    few: await openPoint({ ...site, url: site.origin + few }, keys),
    many: await openPoint({ ...large, url: large.origin + many }, keys),
  })
  const tables = await routeTables(bench, MANY_ROUTES)
  return {
    ...row,
    name: 'flat-routes',
    title: `the same with 1 and with ${MANY_ROUTES.toLocaleString('en')} routes`,
    stock: tables.stock,
    ours: `${row.ours}; routes in code: ${tables.ours}`,
    meaning:
      "A seller's article in a shop of one and in a shop of 100,000, from the database, on two sites. Then the 402 of " +
      "routes in code, behind Node's own server without Next.js, beside @x402/express with 1 and 10,000 routes.",
    figures: { ...row.figures, ...tables.figures },
  }
}

async function openPoint(server: BenchServer, keys: `0x${string}`[], urls = [server.url]): Promise<Point> {
  const buyers = await Promise.all(keys.map((key) => openBuyer(server, key)))
  return {
    async pay(count) {
      const payments = await signPayments(server, buyers, count)
      let sent = 0
      return loadOverHttp(payments, IN_FLIGHT, async (send, payment) => {
        const url = urls[sent++ % urls.length] ?? server.url
        return (await send(url, { headers: paymentHeaders(payment) })).status === 200
      })
    },
    async challenge(seconds) {
      const rates = await Promise.all(urls.map((url) => loadChallenge(url, seconds, IN_FLIGHT / urls.length)))
      return rates.reduce((sum, rate) => sum + rate, 0)
    },
  }
}

type Compared = Pick<Row, 'stock' | 'ours' | 'goal' | 'verdict' | 'figures'>

async function compare(bench: Bench, points: Record<'few' | 'many', Point>): Promise<Compared> {
  const [count, seconds] = [pick(bench, 200, 100), pick(bench, 2, 1)]
  for (const { pay, challenge } of Object.values(points)) {
    await pay(pick(bench, 100, 40))
    await challenge(seconds)
  }
  const loads = await measureInTurn(bench.rounds, {
    few: () => points.few.pay(count),
    many: () => points.many.pay(count),
  })
  const challenges = await measureInTurn(bench.rounds, {
    few: () => points.few.challenge(seconds),
    many: () => points.many.challenge(seconds),
  })
  const paid = { few: loads.few.map(rateOf), many: loads.many.map(rateOf) }
  const failed = [...loads.few, ...loads.many].reduce((sum, { failures }) => sum + failures, 0)
  const [paidRatio, challengeRatio] = [ratioOf(paid), ratioOf(challenges)]
  return {
    stock: '',
    ours: `paid GET ${arrow(paid)}, 402 ${arrow(challenges)}` + (failed > 0 ? `, ${failed} failed` : ''),
    goal: 'paid GET >= 0.8x, 402 >= 0.9x',
    verdict: verdictOf(paidRatio >= 0.8 && challengeRatio >= 0.9 && failed === 0),
    figures: {
      'paid perSecond, few': paid.few,
      'paid perSecond, many': paid.many,
      '402 perSecond, few': challenges.few,
      '402 perSecond, many': challenges.many,
    },
  }
}

const rateOf = ({ perSecond }: LoadResult) => perSecond
const ratioOf = ({ few, many }: Record<'few' | 'many', number[]>) => median(many) / median(few)
const arrow = (rates: Record<'few' | 'many', number[]>) =>
  `${median(rates.few).toFixed(0)}/s to ${median(rates.many).toFixed(0)}/s (${ratioOf(rates).toFixed(2)}x)`
