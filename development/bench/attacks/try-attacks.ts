import { type Address, createPublicClient, http, isAddressEqual } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startScript } from '@/development/testing/start-script'
import type { Target } from '@/development/testing/targets'
import type { TestWorld } from '@/development/testing/test-world'
import { devnetRpcUrls, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { type Bench, createCleanups, describeRun, endOnSignals } from '../run/bench'
import { makeFolder, startChain } from '../run/servers'
import type { Attack, Result, Side } from './attack'
import { attacks } from './attacks'
import { attackTable, type Tried, writeAttacks } from './write-attacks'

export type AttackOptions = {
  /** Numbers of attacks; empty for all. */
  only: string[]
  /** Version of the stock SDK. */
  sdk: string
  /** The machine's load before this run. */
  load: string
}

/** Tries the attacks in turn, prints the table, and writes it after a run of all of them. */
export async function tryAttacks({ only, sdk, load }: AttackOptions): Promise<void> {
  const cleanups = createCleanups()
  const release = endOnSignals(cleanups)
  const startedAt = performance.now()
  const tried: Tried[] = []
  try {
    const { world, ours, startStock } = await openAttackWorld({ onEnd: cleanups.add })
    for (const attack of attacks.filter(({ id }) => only.length === 0 || only.includes(id))) {
      const { stop, ...stock } = await startStock()
      const { id, name, paperName } = attack
      const result = {
        id,
        name,
        paperName,
        stock: await runAttack(attack, world, stock),
        ours: await runAttack(attack, world, ours),
      }
      await stop()
      console.log(`${id} ${name}\n  stock: ${result.stock.said}\n  ours:  ${result.ours.said}`)
      tried.push(result)
    }
  } finally {
    await cleanups.run()
    release()
  }
  console.log(`\n${attackTable(tried)}`)
  const isComplete = tried.every(({ stock, ours }) =>
    [stock, ours].every(({ said }) => !said.startsWith('NOT MEASURED')),
  )
  if (!isComplete || tried.some(({ ours }) => ours.leaked > 0 || ours.lost !== '0')) process.exitCode = 1
  const { date, machine, node, postgres } = describeRun({ rounds: 1 })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  if (only.length === 0) writeAttacks({ date, machine, node, postgres, sdk, load, seconds, tried })
}

/** Longer than any attack takes whose server answers. */
const LIMIT_MS = 60_000

/** Tries an attack on one side; a failure is reported in words, with its costs until then. */
async function runAttack({ run }: Attack, world: TestWorld, side: Side): Promise<Result> {
  const readGas = await watchGas(world.evmRpcUrl, side.gasWallet)
  const startedAt = performance.now()
  const late = new AbortController()
  const outcome = await Promise.race([
    run(world, side).catch((error: unknown) => failed(String(error))),
    new Promise<ReturnType<typeof failed>>((resolve) => {
      const timer = setTimeout(() => resolve(failed(`no end after ${LIMIT_MS / 1_000} s`)), LIMIT_MS)
      late.signal.addEventListener('abort', () => clearTimeout(timer))
    }),
  ])
  late.abort()
  const milliseconds = Math.round(performance.now() - startedAt)
  const { charged, lost, ...words } = outcome
  return { ...words, charged: charged.toString(), lost: lost.toString(), milliseconds, ...(await readGas()) }
}

const failed = (why: string) => ({
  leaked: 0,
  unpaidRuns: 0,
  charged: 0n,
  lost: 0n,
  said: `NOT MEASURED: ${why.slice(0, 200)}`,
})

type AttackWorld = {
  world: TestWorld
  ours: Side
  /** A new stock server; after an attack it may never settle again, because of a lost nonce. */
  startStock: () => Promise<Side & { stop: () => Promise<void> }>
}

/** Local chains, and both servers on them, each in a separate process and with its own gas wallet. */
async function openAttackWorld(bench: Pick<Bench, 'onEnd'>): Promise<AttackWorld> {
  const chain = await startChain(bench)
  const rpcUrls = devnetRpcUrls(chain)
  const world: TestWorld = { ...chain, rpcUrls, faucet: (request) => fundDevnetWallet(rpcUrls, request) }
  const gas = await createGasKeys(world)
  const payTo = newAddress()
  const database = await startEmbeddedDatabase({ dataDir: `${makeFolder(bench)}/db` })
  bench.onEnd(database.stop)
  await deployMigrations(database.url)
  const site = await startScript('development/bench/servers/our-site.ts', {
    DATABASE_URL: database.url,
    EVM_RPC_URL: chain.evmRpcUrl,
    SVM_RPC_URL: chain.svmRpcUrl,
    EVM_GAS_KEY: gas.evm,
    SVM_GAS_KEY: gas.svm,
    PAY_TO_EVM: payTo,
  })
  bench.onEnd(() => site.stop())
  const { origin = '', beside = '' } = site.line
  return {
    world,
    ours: {
      target: openTarget(origin, beside, payTo),
      facilitator: beside,
      gasWallet: privateKeyToAccount(gas.evm).address,
    },
    async startStock() {
      const { evm } = await createGasKeys(world)
      const payToStock = newAddress()
      const running = await startScript('development/testing/stock-server.ts', {
        NODE_ENV: 'production',
        EVM_RPC_URL: chain.evmRpcUrl,
        EVM_GAS_KEY: evm,
        PAY_TO_EVM: payToStock,
      })
      bench.onEnd(() => running.stop())
      const stock = running.line.origin ?? ''
      return {
        target: openTarget(stock, stock, payToStock),
        facilitator: stock,
        gasWallet: privateKeyToAccount(evm).address,
        stop: () => running.stop(),
      }
    },
  }
}

const openTarget = (origin: string, beside: string, payTo: `0x${string}`): Target => ({
  origin,
  payTo,
  runs: async () => (await (await fetch(`${beside}/runs`)).json()) as Record<string, number>,
  finish: async () => void (await fetch(`${beside}/finish`, { method: 'POST' })),
})

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address

type GasSpent = { gas: number; transactions: number }

/** Gas and transactions of one wallet on the local chain, from here to the returned function's call. */
async function watchGas(rpcUrl: string, wallet: Address): Promise<() => Promise<GasSpent>> {
  const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 })
  const first = (await client.getBlockNumber()) + 1n
  return async () => {
    const last = await client.getBlockNumber()
    let spent: GasSpent = { gas: 0, transactions: 0 }
    for (let number = first; number <= last; number += 1n) {
      const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
      for (const { hash } of transactions.filter(({ from }) => isAddressEqual(from, wallet))) {
        const { gasUsed } = await client.getTransactionReceipt({ hash })
        spent = { gas: spent.gas + Number(gasUsed), transactions: spent.transactions + 1 }
      }
    }
    return spent
  }
}
