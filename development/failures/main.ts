import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { generateClient } from '@/development/database/generate-client'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { serveFetch } from '@/development/testing/serve-fetch'
import { runProcess } from '@/lib/base/infra/run-process'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { createSession } from '@/lib/gate/sign-in/create-session'
import { sessionCookieName } from '@/lib/gate/sign-in/session-cookie'
import { describeRun } from '../bench/run/run'
import { audit } from '../bench/soak/audit'
import { type Offer, runBuyer, siteOffers } from '../bench/soak/honest-buyers'
import { openShop } from '../bench/soak/open-shop'
import type { PaymentRecord } from '../bench/soak/payment-record'
import { openSoakWorld } from '../bench/soak/soak-world'
import { untilDecided } from '../bench/soak/until-decided'
import { startWebhookReceiver } from '../bench/soak/webhook-receiver'
import { failures, type Scene } from './failures'
import { openEars } from './listen'
import { type Row, writeTable } from './write-table'

/** Once mended, the site has that long to sell on both networks again. */
const RECOVERY_MS = 12_000

/**
 * Makes twelve failures in turn on two instances of the built site under buyers, and writes what an operator is told of
 * each, and what became of the money, into docs/failures.md. Takes a quarter of an hour: npx tsx development/failures/main.ts,
 * with --only <number> for one.
 */
await runProcess(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  await generateClient()
  const scene = await openScene()
  const { world } = scene
  try {
    const chosen = failures.filter((_failure, index) => values.only === undefined || index + 1 === Number(values.only))
    const rows: Row[] = []
    for (const { name, before = 'not measured', make } of chosen) {
      const row = { name, before, ...(await examine(scene, make)) }
      rows.push(row)
      console.log(JSON.stringify(row, null, 1))
    }
    const { machine, node, postgres } = describeRun({ rounds: 1, past: 0 })
    const load = loadavg()[0]?.toFixed(1) ?? ''
    const text = writeTable(rows, { machine, node, postgres, load })
    if (values.only === undefined) writeFileSync('docs/failures.md', text)
    if (rows.some(({ differences }) => differences.length > 0)) process.exitCode = 1
  } finally {
    await Promise.all(scene.ends.map((end) => end()))
    await world.close()
  }
})
process.exit()

/** One failure under buyers: what was said, and what became of the sales. */
async function examine(
  scene: Awaited<ReturnType<typeof openScene>>,
  make: (scene: Scene) => Promise<() => Promise<void>>,
) {
  const { world, cookie, offers } = scene
  // What the failure before has left behind, which is told for ten minutes.
  await world.database.$executeRaw`DELETE FROM instances WHERE seen_at < now() - interval '8 seconds'`
  const listen = await openEars(world, cookie)
  const records: PaymentRecord[] = []
  const stopping = new AbortController()
  const buyer = (family: 'evm' | 'svm', onSale: Offer[]) =>
    runBuyer({ world, records, signal: stopping.signal, meddle: async () => {}, offers: () => onSale }, family)
  const buyers = [buyer('evm', siteOffers), buyer('evm', siteOffers), buyer('svm', siteOffers), buyer('evm', offers)]
  await sleep(5_000)
  const madeAt = performance.now()
  const mend = await make(scene)
  const said = await listen()
  await mend()
  const lastedMs = performance.now() - madeAt
  await sleep(RECOVERY_MS)
  stopping.abort()
  await Promise.all(buyers)
  await untilDecided(world)
  const { findings } = await audit(world, { records, tried: [], kills: [] })
  const gapOf = (network: string) =>
    longestGap(
      records.filter((one) => one.network === network),
      madeAt,
    )
  return {
    said,
    lastedSeconds: lastedMs / 1_000,
    withoutSales: { base: gapOf(BASE_SEPOLIA), solana: gapOf(SOLANA_DEVNET) },
    signed: records.length,
    bought: records.filter(({ contents }) => contents.length > 0).length,
    differences: findings.map(({ kind, detail }) => `${kind}: ${detail}`),
  }
}

/** The longest time without content from the failure on, in seconds. */
function longestGap(records: PaymentRecord[], madeAt: number): number {
  const times = records.flatMap(({ contents }) => contents.map(({ at }) => at)).toSorted((a, b) => a - b)
  const after = [madeAt, ...times.filter((at) => at > madeAt)]
  return Math.max(...after.map((at, index) => at - (after[index - 1] ?? at))) / 1_000
}

async function openScene() {
  let database: Awaited<ReturnType<typeof startEmbeddedDatabase>> | null = null
  let dataDir = ''
  const start = async (port?: number) => {
    database = await startEmbeddedDatabase({ dataDir, isDurable: true, maxConnections: 100, ...(port && { port }) })
    return database
  }
  let rpc: Awaited<ReturnType<typeof startFaultyRpc>> | null = null
  const modes = { upstream: 'well', receiver: 'well' }
  const upstream = await serveFetch(async () => answerAs(modes.upstream) ?? Response.json({ tide: 'high' }))
  const receiver = await startWebhookReceiver()
  const front = await serveFetch(async () => answerAs(modes.receiver) ?? new Response(null, { status: 204 }))
  const world = await openSoakWorld({
    openDatabase: async (folder) => {
      dataDir = join(folder, 'db')
      const { url } = await start()
      return { url, stop: async () => database?.stop() }
    },
    further: async (devnet) => {
      rpc = await startFaultyRpc(devnet.evmRpcUrl, { isSynchronous: true })
      const hosts = [upstream, front].map(({ origin }) => new URL(origin).host)
      return { EVM_RPC_URLS_84532: rpc.url, PRIVATE_UPSTREAMS: hosts.join(), LOG_LEVEL: 'info' }
    },
  })
  const shop = await openShop(world, { ...receiver, origin: front.origin })
  const made = await shop.ask('/routes', {
    ...{
      kind: 'api',
      title: 'Tides',
      method: 'GET',
      path: '/tides',
      price: { dollars: '$0.001', networks: [BASE_SEPOLIA] },
    },
    upstream: { url: `${upstream.origin}/tides` },
  })
  if (made.status !== 201) throw new Error(`The shop cannot sell: ${made.text}`)
  const wallet = { scope: 'evm', address: evmDevnetAccount('seller').address } as const
  const { token } = await createSession(world.database, { wallet, userAgent: null, now: new Date() })
  if (!rpc || !database) throw new Error('Expected a node and a database.')
  const { url: databaseUrl, port } = database as Awaited<ReturnType<typeof startEmbeddedDatabase>>
  return {
    world,
    rpc: rpc as Awaited<ReturnType<typeof startFaultyRpc>>,
    databaseUrl,
    database: { pid: () => database?.pid ?? 0, start: async () => void (await start(port)) },
    upstream: { becomes: (mode: string) => void (modes.upstream = mode) },
    receiver: { becomes: (mode: string) => void (modes.receiver = mode) },
    cookie: `${sessionCookieName(world.publicOrigin)}=${token}`,
    offers: [{ path: '/x/soak/tides', mark: 'tide' }, ...shop.offers],
    ends: [upstream.stop, front.stop, receiver.stop],
  }
}

/** Null where the server is well. */
function answerAs(mode: string): Response | Promise<Response> | null {
  if (mode === 'silent') return new Promise(() => {})
  return mode === 'broken' ? new Response('broken', { status: 500 }) : null
}
