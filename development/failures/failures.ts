import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestClient, http, parseEther } from 'viem'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import type { FaultyRpc } from '@/development/testing/faulty-rpc'
import type { SoakWorld } from '../bench/soak/soak-world'

/** The parts of the world that a failure is made in, besides the site. */
export type Scene = {
  world: SoakWorld
  rpc: FaultyRpc
  databaseUrl: string
  database: { pid: () => number; start: () => Promise<void> }
  upstream: { becomes: (mode: 'well' | 'silent' | 'broken') => void }
  receiver: { becomes: (mode: 'well' | 'silent' | 'broken') => void }
}

/** Makes a failure. Returns what ends it, as its operator would. */
export type Failure = {
  name: string
  /** Seconds without sales in an earlier version, as measured by hand; none where nobody measured them. */
  before?: string
  make: (scene: Scene) => Promise<() => Promise<void>>
}

export const failures: readonly Failure[] = [
  {
    name: 'One of two instances is killed (`kill -9`)',
    before: 'two payments waited 12 s',
    make: async ({ world: { instances } }) => {
      await instances[0]?.kill()
      return async () => instances[0]?.restart()
    },
  },
  {
    name: 'One of two instances is told to end (`SIGTERM`)',
    before: '3.8 s at the new one, 6 of 811 requests got 502',
    make: async ({ world: { instances } }) => {
      await instances[0]?.end()
      return async () => instances[0]?.restart()
    },
  },
  {
    name: 'Both instances are killed while they send transactions',
    make: async ({ world: { instances } }) => {
      await Promise.all(instances.map((instance) => instance.kill()))
      await sleep(5_000)
      await Promise.all(instances.map((instance) => instance.restart()))
      return async () => {}
    },
  },
  {
    name: 'PostgreSQL is stopped (`-m immediate`)',
    before: '15.3 s for 2.8 s, through PgBouncer',
    make: async ({ database }) => {
      process.kill(database.pid(), 'SIGQUIT')
      return database.start
    },
  },
  {
    name: "The password of PostgreSQL's role is another one",
    make: (scene) =>
      changeRole(scene, `PASSWORD 'another'`, (url) => {
        const { password } = new URL(url)
        return `PASSWORD '${decodeURIComponent(password)}'`
      }),
  },
  {
    name: 'PostgreSQL takes no writes (a full disk, a replica)',
    make: (scene) =>
      changeRole(scene, 'SET default_transaction_read_only = on', () => 'RESET default_transaction_read_only'),
  },
  {
    name: 'The node of Base Sepolia is frozen (`SIGSTOP`)',
    before: '25 s for 25 s, and the health page hung for 20 s',
    make: async ({ world }) => {
      process.kill(world.devnet.pids.anvil, 'SIGSTOP')
      return async () => void process.kill(world.devnet.pids.anvil, 'SIGCONT')
    },
  },
  {
    name: 'The node of Base Sepolia answers 500',
    make: async ({ rpc }) => {
      rpc.decide(() => 'status-500')
      return async () => rpc.decide(() => 'pass')
    },
  },
  {
    name: 'The node of Base Sepolia is of another chain',
    make: async ({ rpc }) => {
      rpc.decide(({ method }) => (method === 'eth_chainId' ? { swallow: '0x1' } : 'pass'))
      return async () => rpc.decide(() => 'pass')
    },
  },
  {
    name: 'Both gas wallets of Base Sepolia are empty',
    before: '60 to 80 s of doubt for each payment, after the handler had run',
    make: async ({ world: { devnet } }) => {
      const chain = createTestClient({ mode: 'anvil', transport: http(devnet.evmRpcUrl) })
      const fill = async (value: bigint) => {
        for (const role of ['gas', 'gas2'] as const)
          await chain.setBalance({ address: evmDevnetAccount(role).address, value })
      }
      await fill(4_096n)
      return () => fill(parseEther('100'))
    },
  },
  {
    name: "A seller's server hangs, then answers 500",
    make: async ({ upstream }) => {
      upstream.becomes('silent')
      await sleep(10_000)
      upstream.becomes('broken')
      return async () => upstream.becomes('well')
    },
  },
  {
    name: "A seller's receiver of webhooks answers 500",
    make: async ({ receiver }) => {
      receiver.becomes('broken')
      return async () => receiver.becomes('well')
    },
  },
]

/** Changes the site's role and cuts its connections. */
async function changeRole(
  { databaseUrl }: Scene,
  change: string,
  back: (url: string) => string,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // It is cut with the others at the end.
  client.on('error', () => {})
  await client.connect()
  const set = async (to: string) => {
    await client.query('SET default_transaction_read_only = off')
    await client.query(`ALTER ROLE CURRENT_USER ${to}`)
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE usename = current_user AND pid <> pg_backend_pid()`)
  }
  await set(change)
  return async () => {
    await set(back(databaseUrl))
    await client.end()
  }
}
