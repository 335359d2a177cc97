import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { demoEnv } from '@/development/demo/demo-env'
import { startSite } from '@/development/demo/start-site'
import { findFreePort } from '@/development/free-port'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { seed } from '@/prisma/seed'
import type { Bench } from '../bench'
import type { BenchServer } from './bench-server'
import { type Chain, startChain } from './start-chain'

/** The built site as an operator runs it, with its durable database on this machine. */
export type OurSite = BenchServer & Omit<SiteOptions, 'env' | 'port'> & { port: number; stop: () => Promise<void> }

export type SiteOptions = {
  chain: Chain
  databaseUrl: string
  databasePid: number
  folder: string
  port?: number
  /** Differences from a demo's environment. */
  env?: Record<string, string>
}

/** The built site with all its parts, the demo's sample data, a durable database and its own fresh chain. */
export async function startOurSite(bench: Pick<Bench, 'onEnd'>, env: Record<string, string> = {}): Promise<OurSite> {
  const chain = await startChain(bench)
  const folder = makeFolder(bench)
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'db') })
  bench.onEnd(database.stop)
  await deployMigrations(database.url)
  return startInstance({ chain, databaseUrl: database.url, databasePid: database.pid, folder, env }, bench)
}

/** A temporary folder that is removed with the group of rows. */
export function makeFolder({ onEnd }: Pick<Bench, 'onEnd'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** One instance of the built site on a migrated database. */
export async function startInstance(options: SiteOptions, { onEnd }: Pick<Bench, 'onEnd'>): Promise<OurSite> {
  const { chain, databaseUrl, databasePid, folder, port = await findFreePort() } = options
  const origin = `http://localhost:${port}`
  const world = { origin, databaseUrl, devnet: chain, dataDir: folder, isDev: false }
  // The client is one address that calls more often than any single caller may.
  const env = { ...(await demoEnv(world)), FACILITATOR_REQUESTS_PER_SECOND: '100000', ...options.env }
  await seed(env)
  const logFile = join(folder, `site-${port}.log`)
  const { pid, stop } = await startSite({ port, isDev: false, env, logFile, onStart: () => {} })
  onEnd(stop)
  const server = { origin, url: `${origin}/weather`, pid, evmRpcUrl: chain.evmRpcUrl, svmRpcUrl: chain.svmRpcUrl }
  return { ...server, chain, databaseUrl, databasePid, folder, port, stop }
}
