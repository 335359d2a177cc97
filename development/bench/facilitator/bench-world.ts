import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { startDevnet } from '@/development/devnet/start-devnet'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { createChains } from '@/lib/base/chains/chains'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { createSettlementChains } from '@/lib/base/chains/settlement/create-settlement-chains'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { openDatabase } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createFacilitator, type Facilitator } from '@/lib/facilitator/create-facilitator'
import type { FacilitatorLimits } from '@/lib/facilitator/ports'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'

export type BenchWorld = {
  evmRpcUrl: string
  /** A facilitator of ours; each call opens one more on the same database and gas wallet. */
  openFacilitator(limits?: Partial<FacilitatorLimits>): Facilitator
  newAccount(): Promise<PrivateKeyAccount>
  /** Signs that many payments of a tenth of a cent, each with its own nonce, all by one payer. */
  sign(count: number): Promise<PaymentRequest[]>
  gasWallet: `0x${string}`
  close(): Promise<void>
}

const log = { info: () => {}, warn: console.warn, error: console.error }

/** Local chains and a database in a temporary folder, for measurements outside of the tests. */
export async function openBenchWorld(): Promise<BenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free', isDurable: false })
  const server = await startEmbeddedDatabase({ dataDir: join(folder, 'db'), isDurable: true })
  await deployMigrations(server.url)
  const database = openDatabase(server.url)
  const gasKey = generatePrivateKey()
  const gasWallet = privateKeyToAccount(gasKey).address
  const network = BASE_SEPOLIA
  const newAccount = async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await devnet.fund({ network, address: account.address })
    return account
  }
  await devnet.fund({ network, address: gasWallet })
  const wallets = openGasWallets({ evm: [gasKey] })
  const opened: Facilitator[] = []
  const openFacilitator = (limits: Partial<FacilitatorLimits> = {}) => {
    const config = { rpcUrls: [devnet.evmRpcUrl], confirmations: 1, pollingIntervalMs: 25 }
    const chains = createChains({ networks: { [network]: config } })
    const settlementChains = createSettlementChains(chains, wallets, { findAuthorization: chains.findAuthorization })
    const facilitator = createFacilitator({ database, chains: settlementChains, log, limits })
    opened.push(facilitator)
    return facilitator
  }
  const seller = privateKeyToAccount(generatePrivateKey()).address
  const supported = openFacilitator().supported()
  return {
    evmRpcUrl: devnet.evmRpcUrl,
    openFacilitator,
    newAccount,
    async sign(count) {
      const payer = await newAccount()
      const terms = { network, price: '$0.001', payTo: seller, maxTimeoutSeconds: 3_600, supported }
      const paymentRequirements = buildRequirements({ scheme: 'exact', ...terms })
      const requests: PaymentRequest[] = []
      while (requests.length < count) {
        requests.push({ paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements })
      }
      return requests
    },
    gasWallet,
    async close() {
      for (const facilitator of opened) facilitator.stop()
      await database.$disconnect()
      await server.stop()
      await devnet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
