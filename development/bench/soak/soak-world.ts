import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { buildSite } from '@/development/demo/build-site'
import { demoEnv } from '@/development/demo/demo-env'
import { type Site, startSite } from '@/development/demo/start-site'
import { type Devnet, startDevnet } from '@/development/devnet/start-devnet'
import { findFreePort } from '@/development/free-port'
import { type Database, openDatabase as openClient } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import type { SoakAnswer, SoakRequest } from './soak-client'

/** One instance of the built site; its port stays the same over kills. */
export type Instance = {
  origin: string
  isUp: () => boolean
  kill: () => Promise<void>
  end: () => Promise<void>
  restart: () => Promise<void>
}

export type SoakWorld = {
  folder: string
  /** The variables that the instances run with. */
  env: NodeJS.ProcessEnv
  devnet: Devnet
  database: Database
  instances: Instance[]
  /** The site's public address; requests go to the instances themselves. */
  publicOrigin: string
  /** Gets each answer to a client of this world. */
  seen?: (answer: SoakAnswer, request: SoakRequest) => void
  /** Kills the database as a power cut would, and starts it again; null for one that is not ours to kill. */
  crashDatabase: (() => Promise<void>) | null
  close: () => Promise<void>
}

type SoakDatabase = { url: string; stop: () => Promise<void>; crash?: () => Promise<void> }

export type SoakOptions = {
  instances?: number
  /** Another database than the embedded one. */
  openDatabase?: (folder: string) => Promise<SoakDatabase>
  /** Further variables of the instances. */
  further?: (devnet: Devnet) => Promise<Record<string, string>>
}

/**
 * A limit, so that its rules apply, but too high to matter: a new seller's share of a thousand coins is never used up.
 */
const GAS_OF_A_DAY = 10n ** 21n

/** How long a killed part stays away. */
export const DOWN_MS = 2_000

/** Instances of the built site over one durable database and the local networks, all in one folder. */
export async function openSoakWorld({
  instances: count = 2,
  openDatabase = openEmbedded,
  further = async () => ({}),
}: SoakOptions = {}): Promise<SoakWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-soak-'))
  await buildSite()
  const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
  const server = await openDatabase(folder)
  await deployMigrations(server.url)
  const ports = await Promise.all(Array.from({ length: count }, findFreePort))
  const publicOrigin = `http://localhost:${ports[0]}`
  const world = { origin: publicOrigin, databaseUrl: server.url, devnet, dataDir: folder, isDev: false }
  const env = { ...(await demoEnv(world)), EVM_GAS_84532: `dailyBudget=${GAS_OF_A_DAY}`, ...(await further(devnet)) }
  const instances: Instance[] = []
  for (const [index, port] of ports.entries()) {
    instances.push(await openInstance({ port, env, logFile: join(folder, `site-${index}.log`) }))
  }
  const database = openClient(server.url)
  return {
    folder,
    env,
    devnet,
    database,
    instances,
    publicOrigin,
    crashDatabase: server.crash ?? null,
    async close() {
      await Promise.all(instances.map((instance) => instance.kill()))
      await database.$disconnect()
      await server.stop()
      await devnet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openEmbedded(folder: string): Promise<SoakDatabase> {
  const options = { dataDir: join(folder, 'db'), isDurable: true }
  let server = await startEmbeddedDatabase(options)
  const { url, port } = server
  return {
    url,
    stop: () => server.stop(),
    async crash() {
      process.kill(server.pid, 'SIGKILL')
      await sleep(DOWN_MS)
      server = await startEmbeddedDatabase({ ...options, port })
    },
  }
}

async function openInstance(options: { port: number; env: NodeJS.ProcessEnv; logFile: string }): Promise<Instance> {
  let starts = 0
  const start = () =>
    startSite({ ...options, logFile: `${options.logFile}.${++starts}`, isDev: false, onStart: () => {} })
  let site: Site | null = await start()
  return {
    origin: `http://127.0.0.1:${options.port}`,
    isUp: () => site !== null,
    /** Like a power cut, without closing anything. */
    async kill() {
      const running = site
      site = null
      if (!running) return
      process.kill(-running.pid, 'SIGKILL')
      await running.died
    },
    /** Told by its operator to end: it answers what it has taken. */
    async end() {
      await site?.stop()
      site = null
    },
    async restart() {
      if (!site) site = await start()
    },
  }
}
