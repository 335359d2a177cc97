import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { demoEnv } from '@/development/demo/demo-env'
import { type StartedSite, startSite } from '@/development/demo/start-site'
import { findFreePort } from '@/development/free-port'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { databaseUrl, onServer } from './template-database'

/**
 * The built site a second time, on the local networks and the database server of a demo, with its own database. At first
 * it is a stranger's new site: no demo, nothing for sale, no network. Once it was started again it has the demo's goods,
 * and settles through the facilitator at FACILITATOR_URL without a gas wallet of its own. Prints its origin and process
 * id as JSON, ends with SIGTERM. SIGUSR2 kills it, and starts it again the next time; each, and an unexpected end, is
 * reported by a line of JSON.
 */
const world = z
  .object({ FACILITATOR_URL: z.string().url(), EVM_RPC_URL: z.string().url(), SVM_RPC_URL: z.string().url() })
  .parse(process.env)

const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-second-'))
const serverUrl = z.string().url().parse(process.env.DATABASE_SERVER_URL)
const databaseName = `second_${randomBytes(6).toString('hex')}`
await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${databaseName}`))
const ownDatabaseUrl = databaseUrl(serverUrl, databaseName)
await deployMigrations(ownDatabaseUrl)
const port = await findFreePort()
const origin = `http://localhost:${port}`
let site: StartedSite | null = null
let isNew = true
await restart()
// A killed site does not keep this process going until it is started again.
setInterval(() => {}, 60_000)
process.once('SIGTERM', () => void stop())
process.on('SIGUSR2', () => void (site ? kill(site) : restart()))

async function environment(isNew: boolean): Promise<NodeJS.ProcessEnv> {
  if (isNew) {
    const own = { PUBLIC_ORIGIN: origin, DATABASE_URL: ownDatabaseUrl }
    return bareEnv({ NODE_ENV: 'production', ...own, TURNPIKE_SECRET: 'of a test only, and long enough to be taken' })
  }
  const devnet = { evmRpcUrl: world.EVM_RPC_URL, svmRpcUrl: world.SVM_RPC_URL, avmUrl: '' }
  const env = await demoEnv({ origin, databaseUrl: ownDatabaseUrl, devnet, dataDir, isDev: false })
  return { ...env, FACILITATOR_URLS: world.FACILITATOR_URL, FACILITATOR_KEYS: '' }
}

async function kill({ pid, died }: StartedSite) {
  site = null
  process.kill(-pid, 'SIGKILL')
  await died
  console.log(JSON.stringify({ isKilled: true }))
}

async function restart() {
  const started = await startSite({
    port,
    isDev: false,
    logFile: join(dataDir, 'site.log'),
    onStart: () => {},
    env: await environment(isNew),
    ...(isNew && { ready: { path: '/healthz', status: 200 } }),
  })
  site = started
  isNew = false
  void started.died.then((how) => {
    if (site !== started) return
    site = null
    console.log(JSON.stringify({ how }))
  })
  console.log(JSON.stringify({ origin, pid: started.pid }))
}

async function stop() {
  const running = site
  site = null
  await running?.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
}
