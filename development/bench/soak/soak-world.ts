import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { buildSite } from '@/development/demo/build-site'
import { demoEnv } from '@/development/demo/demo-env'
import { type StartedSite, startSite } from '@/development/demo/start-site'
import { startDevnet } from '@/development/devnet/start-devnet'
import { findFreePort } from '@/development/free-port'
import { openDatabase, sql } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { makeFolder, type OnEnd } from '../measure'
import type { SoakAnswer } from './soak-client'

/** A part that can be killed as a power cut would, and comes again after DOWN_MS. */
type SoakPart = {
  name: string
  /** The address of an instance; null for another part. */
  origin: string | null
  crash: () => Promise<void>
}

export type SoakWorld = Awaited<ReturnType<typeof openSoakWorld>> & { seen?: (answer: SoakAnswer) => void }

/**
 * A limit, so that its rules apply, but too high to matter: a new seller's share of a thousand coins is never used up.
 */
const GAS_OF_A_DAY = 10n ** 21n

export const DOWN_MS = 2_000

/** Two instances of the built site over one durable database and the local networks, all in one folder. */
export async function openSoakWorld(onEnd: OnEnd) {
  const folder = makeFolder(onEnd)
  await buildSite()
  const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
  onEnd(devnet.stop)
  const server = await openServer(folder, onEnd)
  await deployMigrations(server.url)
  const ports = await Promise.all([findFreePort(), findFreePort()])
  const origin = `http://localhost:${ports[0]}`
  const demo = await demoEnv({ origin, databaseUrl: server.url, devnet, dataDir: folder, isDev: false })
  const env = { ...demo, GAS_LIMITS: `eip155:84532/dailyBudget=${GAS_OF_A_DAY}` }
  const database = openDatabase(server.url)
  onEnd(() => database.$disconnect())
  // Their ports stay the same over kills.
  const instances: (SoakPart & { origin: string; isUp: () => boolean })[] = []
  for (const [index, port] of ports.entries()) {
    const logFile = join(folder, `site-${index}.log`)
    instances.push({ name: `instance ${index}`, ...(await openInstance({ port, env, logFile }, onEnd)) })
  }
  const parts: SoakPart[] = [
    ...instances,
    { name: 'database', origin: null, crash: server.crash },
    { name: 'chain', origin: null, crash: () => devnet.crashEvm(DOWN_MS) },
  ]
  return { folder, devnet, database, instances, parts }
}

async function openServer(folder: string, onEnd: OnEnd) {
  const options = { dataDir: join(folder, 'db'), isDurable: true }
  let server = await startEmbeddedDatabase(options)
  onEnd(() => server.stop())
  const { url, port } = server
  const crash = async () => {
    process.kill(server.pid, 'SIGKILL')
    await sleep(DOWN_MS)
    server = await startEmbeddedDatabase({ ...options, port })
  }
  return { url, crash }
}

async function openInstance(
  options: { port: number; env: NodeJS.ProcessEnv; logFile: string },
  onEnd: OnEnd,
): Promise<{ origin: string; isUp: () => boolean; crash: () => Promise<void> }> {
  let starts = 0
  const start = () =>
    startSite({ ...options, logFile: `${options.logFile}.${++starts}`, isDev: false, onStart: () => {} })
  let site: StartedSite | null = await start()
  const kill = async () => {
    const running = site
    site = null
    if (!running) return
    process.kill(-running.pid, 'SIGKILL')
    await running.died
  }
  onEnd(kill)
  return {
    origin: `http://127.0.0.1:${options.port}`,
    isUp: () => site !== null,
    async crash() {
      await kill()
      await sleep(DOWN_MS)
      site = await start()
    },
  }
}

/** Gives the reconcilers of the instances time to decide payments that the last faults left open. */
export async function untilDecided({ database }: SoakWorld): Promise<void> {
  const deadline = performance.now() + 240_000
  while (performance.now() < deadline) {
    const [row] = await database.rows<{ open: bigint }>(sql`
      SELECT (SELECT count(*) FROM payments WHERE status IN ('claimed', 'settling', 'unknown'))
        + (SELECT count(*) FROM settlements WHERE state IN ('claimed', 'settling', 'unknown')) AS open`)
    if (row?.open === 0n) return
    await sleep(1_000)
  }
}

/** `at` by `performance.now()`. */
export type Kill = Pick<SoakPart, 'name' | 'origin'> & { at: number }

/** Kills one part after the other, never two at once, until told to stop. Returns each kill. */
export async function crashInTurn({ parts }: SoakWorld, everyMs: number, signal: AbortSignal): Promise<Kill[]> {
  const kills: Kill[] = []
  for (let turn = 0; ; turn += 1) {
    await sleep(everyMs, undefined, { signal }).catch(() => {})
    const part = parts[turn % parts.length]
    if (signal.aborted || part === undefined) return kills
    kills.push({ name: part.name, origin: part.origin, at: performance.now() })
    await part.crash()
  }
}
