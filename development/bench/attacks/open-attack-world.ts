import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startScript } from '@/development/testing/start-script'
import type { Target } from '@/development/testing/targets'
import type { TestWorld } from '@/development/testing/test-world'
import { devnetRpcUrls, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { deployMigrations } from '@/lib/base/infra/migrations'
import type { Bench } from '../run/bench'
import { startChain } from '../run/world/start-chain'
import { makeFolder } from '../run/world/start-our-site'
import type { Side } from './attack'

export type AttackWorld = {
  world: TestWorld
  ours: Side
  /** A new stock server; after an attack it may never settle again, because of a lost nonce. */
  startStock: () => Promise<Side & { stop: () => Promise<void> }>
}

/** Local chains, and both servers on them, each in a separate process and with its own gas wallet. */
export async function openAttackWorld(bench: Pick<Bench, 'onEnd'>): Promise<AttackWorld> {
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
