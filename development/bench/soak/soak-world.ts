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
type Instance = {
  origin: string
  isUp: () => boolean
  kill: () => Promise<void>
  restart: () => Promise<void>
}

export type SoakWorld = {
  folder: string
  devnet: Devnet
  database: Database
  instances: Instance[]
  /** Gets each answer to a client of this world. */
  seen?: (answer: SoakAnswer, request: SoakRequest) => void
  /** Kills the database as a power cut would, and starts it again. */
  crashDatabase: () => Promise<void>
  close: () => Promise<void>
}

/**
 * A limit, so that its rules apply, but too high to matter: a new seller's share of a thousand coins is never used up.
 */
const GAS_OF_A_DAY = 10n ** 21n

/** How long a killed part stays away. */
export const DOWN_MS = 2_000

/** Instances of the built site over one durable database and the local networks, all in one folder. */
export async function openSoakWorld(): Promise<SoakWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-soak-'))
  await buildSite()
  const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
  const server = await openEmbedded(folder)
  await deployMigrations(server.url)
  const ports = await Promise.all([findFreePort(), findFreePort()])
  const world = {
    origin: `http://localhost:${ports[0]}`,
    databaseUrl: server.url,
    devnet,
    dataDir: folder,
    isDev: false,
  }
  const env = { ...(await demoEnv(world)), GAS_LIMITS: `eip155:84532/dailyBudget=${GAS_OF_A_DAY}` }
  const instances: Instance[] = []
  for (const [index, port] of ports.entries()) {
    instances.push(await openInstance({ port, env, logFile: join(folder, `site-${index}.log`) }))
  }
  const database = openClient(server.url)
  return {
    folder,
    devnet,
    database,
    instances,
    crashDatabase: server.crash,
    async close() {
      await Promise.all(instances.map((instance) => instance.kill()))
      await database.$disconnect()
      await server.stop()
      await devnet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openEmbedded(folder: string) {
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
    async restart() {
      if (!site) site = await start()
    },
  }
}

/** Gives the reconcilers of the instances time to decide payments that the last faults left open. */
export async function untilDecided({ database }: SoakWorld): Promise<void> {
  const deadline = performance.now() + 240_000
  while (performance.now() < deadline) {
    const [row] = await database.$queryRaw<{ open: bigint }[]>`
      SELECT (SELECT count(*) FROM payments WHERE status IN ('claimed', 'settling', 'unknown'))
        + (SELECT count(*) FROM settlements WHERE state IN ('claimed', 'settling', 'unknown')) AS open`
    if (row?.open === 0n) return
    await sleep(1_000)
  }
}

/** `origin` is the address of an instance; null for another part. `at` by `performance.now()`. */
export type Kill = { name: string; origin: string | null; at: number }

type Part = { name: string; origin: string | null; crash: () => Promise<void> }

/** Kills one part after the other, never two at once, until told to stop. Returns each kill. */
export async function crashInTurn(parts: Part[], everyMs: number, signal: AbortSignal): Promise<Kill[]> {
  const kills: Kill[] = []
  for (let turn = 0; ; turn += 1) {
    await sleep(everyMs, undefined, { signal }).catch(() => {})
    const part = parts[turn % parts.length]
    if (signal.aborted || part === undefined) return kills
    kills.push({ name: part.name, origin: part.origin, at: performance.now() })
    await part.crash()
  }
}

/** Every part of a world that can be killed and started again. */
export function partsOf({ instances, crashDatabase, devnet }: SoakWorld): Part[] {
  const other = (name: string, crash: () => Promise<void>): Part => ({ name, origin: null, crash })
  return [
    ...instances.map((instance, index) => ({
      ...{ name: `instance ${index}`, origin: instance.origin },
      crash: () => crash(instance),
    })),
    other('database', crashDatabase),
    other('chain', () => devnet.crashEvm(DOWN_MS)),
  ]
}

async function crash(instance: Instance): Promise<void> {
  await instance.kill()
  await sleep(DOWN_MS)
  await instance.restart()
}
