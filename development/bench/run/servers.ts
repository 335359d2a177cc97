import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { demoEnv } from '@/development/demo/demo-env'
import { startSite } from '@/development/demo/start-site'
import { evmDevnetAccount, evmDevnetKey, svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'
import { findFreePort } from '@/development/free-port'
import { startScript } from '@/development/testing/start-script'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { seed } from '@/prisma/seed'
import type { Bench } from './bench'
import type { BenchServer } from './payments'

/** The built site as an operator runs it, with its durable database on this machine. */
export type OurSite = BenchServer & Omit<SiteOptions, 'env' | 'port'> & { port: number; stop: () => Promise<void> }

type SiteOptions = {
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
async function startInstance(options: SiteOptions, { onEnd }: Pick<Bench, 'onEnd'>): Promise<OurSite> {
  const { chain, databaseUrl, databasePid, folder, port = await findFreePort() } = options
  const origin = `http://localhost:${port}`
  const world = { origin, databaseUrl, devnet: chain, dataDir: folder, isDev: false }
  // The client is one address that calls more often than any single caller may.
  const env = { ...(await demoEnv(world)), ...options.env }
  await seed(env)
  const logFile = join(folder, `site-${port}.log`)
  const { pid, stop } = await startSite({ port, isDev: false, env, logFile, onStart: () => {} })
  onEnd(stop)
  const server = { origin, url: `${origin}/weather`, pid, evmRpcUrl: chain.evmRpcUrl, svmRpcUrl: chain.svmRpcUrl }
  return { ...server, chain, databaseUrl, databasePid, folder, port, stop }
}

/** @x402/express with the SDK's facilitator in process, on its own fresh chain. Sells for Solana's money at `/solana`. */
export async function startStock(bench: Pick<Bench, 'onEnd'>): Promise<BenchServer> {
  const { evmRpcUrl, svmRpcUrl } = await startChain(bench)
  const port = await findFreePort()
  const solana = {
    SVM_RPC_URL: svmRpcUrl,
    SVM_GAS_KEY: await svmDevnetSecretKey('gas'),
    PAY_TO_SVM: (await svmDevnetSigner('seller')).address,
  }
  const start = () =>
    startScript('development/testing/stock-server.ts', {
      NODE_ENV: 'production',
      PORT: String(port),
      EVM_RPC_URL: evmRpcUrl,
      EVM_GAS_KEY: evmDevnetKey('gas'),
      PAY_TO_EVM: evmDevnetAccount('seller').address,
      ...solana,
    })
  let running = await start()
  bench.onEnd(() => running.stop())
  const origin = `http://127.0.0.1:${port}`
  const server: BenchServer = { origin, url: `${origin}/cheap`, pid: running.pid, evmRpcUrl, svmRpcUrl }
  /** A transaction that it could not send leaves a gap in its nonces; only a new process reads them from the chain. */
  const recover = async () => {
    await running.stop()
    running = await start()
    server.pid = running.pid
  }
  return Object.assign(server, { recover })
}

export type Chain = { evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }

/** Fresh local networks in a separate process. */
export async function startChain({ onEnd }: Pick<Bench, 'onEnd'>): Promise<Chain> {
  const { line, stop } = await startScript('development/bench/servers/devnet.ts', {})
  onEnd(() => stop('SIGTERM'))
  const { evmRpcUrl = '', svmRpcUrl = '', avmUrl = '' } = line
  return { evmRpcUrl, svmRpcUrl, avmUrl }
}
