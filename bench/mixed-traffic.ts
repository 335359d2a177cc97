import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { buildSite } from '@/development/demo/build-site'
import { demoEnv } from '@/development/demo/demo-env'
import { startSite } from '@/development/demo/start-site'
import { startDevnet } from '@/development/devnet/start-devnet'
import { evmDevnetKey } from '@/development/devnet/wallets'
import { findFreePort } from '@/development/free-port'
import { createPayer } from '@/lib/client/create-payer'
import { deployMigrations } from '@/lib/processes/database/deploy-migrations'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { seed } from '@/prisma/seed'
import { createCleanups } from './run/cleanups'
import { readMemory } from './run/measure/read-memory'

/**
 * What memory one instance of the built site takes while challenges, payments, searches, MCP calls and pages come at a
 * low rate: its resident memory every five minutes, and how often each kind was answered with which status.
 * Run: node --import tsx bench/mixed-traffic.ts --minutes 60 --rate 2
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string', default: '2' } },
})
const endsAt = performance.now() + Number(values.minutes) * 60_000
const cleanups = createCleanups()
process.once('SIGINT', () => void cleanups.run().then(() => process.exit(1)))
const counts: Record<string, number> = {}
try {
  const { origin, pid, rpcUrl } = await openSite()
  const requests = await openRequests(origin, rpcUrl)
  console.log(`start: ${memoryOf(pid)}`)
  const startedAt = performance.now()
  let nextNote = 5
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const { name, send } = requests[turn % requests.length] as (typeof requests)[number] // Within bounds.
    void send().then(
      (status) => count(`${name} ${status}`),
      (error: Error) => count(`${name} ${error.message.slice(0, 80)}`),
    )
    await sleep(1_000 / Number(values.rate))
    const minutes = (performance.now() - startedAt) / 60_000
    if (minutes >= nextNote) {
      console.log(`${nextNote} min: ${memoryOf(pid)}`)
      nextNote += 5
    }
  }
  console.log(`end: ${memoryOf(pid)}`)
  console.table(counts)
} finally {
  await cleanups.run()
}
process.exit()

function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

function memoryOf(pid: number): string {
  const { resident, highest, own } = readMemory(pid)
  return `${resident} MB resident, ${highest} MB at most, ${own} MB of it its own`
}

async function openSite(): Promise<{ origin: string; pid: number; rpcUrl: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-mixed-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  await buildSite()
  const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
  cleanups.add(devnet.stop)
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'db') })
  cleanups.add(database.stop)
  await deployMigrations(database.url)
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const env = await demoEnv({ origin, databaseUrl: database.url, devnet, dataDir: folder, isDev: false })
  await seed(env)
  const site = await startSite({ port, isDev: false, env, logFile: join(folder, 'site.log'), onStart: () => {} })
  cleanups.add(site.stop)
  return { origin, pid: site.pid, rpcUrl: devnet.evmRpcUrl }
}

type Sending = { name: string; send: () => Promise<number> }

async function openRequests(origin: string, rpcUrl: string): Promise<Sending[]> {
  const payer = await createPayer({
    evmKey: evmDevnetKey('buyer'),
    networks: { evm: [BASE_SEPOLIA] },
    rpcUrls: { [BASE_SEPOLIA]: rpcUrl },
    maxDollars: '$1',
    isSignInTried: false,
  })
  const ask = async (answer: Promise<Response>) => {
    const response = await answer
    await response.arrayBuffer()
    return response.status
  }
  const get = (name: string, path: string): Sending => ({ name, send: () => ask(fetch(`${origin}${path}`)) })
  const mcp = (name: string, tool: string, parameters: object): Sending => ({
    name,
    send: () =>
      ask(
        fetch(`${origin}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({
            ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
            params: { name: tool, arguments: parameters },
          }),
        }),
      ),
  })
  return [
    get('402', '/weather?city=Lisbon'),
    { name: 'paid', send: () => ask(payer.fetch(`${origin}/weather?city=Lisbon`)) },
    get('search', '/facilitator/discovery/search?query=weather'),
    get('page', '/'),
    mcp('MCP 402', 'get_weather', { city: 'Lisbon' }),
    get('402 of a page', '/api/users/2'),
    get('list', '/facilitator/discovery/resources?limit=20'),
    get('page', '/bazaar?query=weather'),
    mcp('MCP search', 'search_resources', { query: 'weather' }),
    get('page', '/articles'),
  ]
}
