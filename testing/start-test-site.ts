import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import bs58 from 'bs58'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/x402/networks'
import { devnetEnv, type GasKeys, serveTestSite, type TestRoute, type TestSite } from './serve-test-site'
import { type TestWorld, testWorld } from './test-world'

export type { GasKeys, TestRoute, TestSite } from './serve-test-site'

export type TestSiteOptions = {
  databaseUrl: string
  /** Gas wallets of this database alone: two ledgers must not share one wallet's nonces. */
  gas: GasKeys
  /** Routes by key, such as `GET /cheap`. */
  routes: Record<string, TestRoute>
  env?: Record<string, string>
  /** Origin that buyers know, where several instances share one. */
  publicOrigin?: string
}

/** Makes gas wallets for one test database, and fills them. */
export async function createGasKeys(world: TestWorld): Promise<GasKeys> {
  const evm = generatePrivateKey()
  const seed = randomBytes(32)
  const svm = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(seed), true)
  await world.faucet({ network: BASE_SEPOLIA, address: privateKeyToAccount(evm).address, amountAtomic: 0n })
  await world.faucet({ network: SOLANA_DEVNET, address: svm.address, amountAtomic: 0n })
  return { evm, svm: bs58.encode(Buffer.concat([seed, bs58.decode(svm.address)])) }
}

/** A whole site in the test's own process, on the local networks that the tests share. */
export async function startTestSite(options: TestSiteOptions): Promise<TestSite> {
  const env = {
    ...(await devnetEnv(testWorld(), options.gas)),
    DATABASE_URL: options.databaseUrl,
    ...(options.publicOrigin ? { PUBLIC_ORIGIN: options.publicOrigin } : {}),
    ...options.env,
  }
  return serveTestSite({ env, routes: options.routes })
}
