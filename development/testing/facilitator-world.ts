import { generateKeyPairSigner } from '@solana/kit'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localAddresses } from '@/development/devnet/evm/canonical-addresses'
import { fundedSigner } from '@/development/devnet/testing/svm-parties'
import { avmDevnetSecretKey } from '@/development/devnet/wallets'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { createChains } from '@/lib/base/chains/chains'
import { type FundRequest, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import type { GasPolicy } from '@/lib/base/chains/gas-policy'
import { createSettlementChains } from '@/lib/base/chains/settlement/create-settlement-chains'
import { openDatabase } from '@/lib/base/infra/database'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { batchSettlement } from '@/lib/channels/chain/batch-settlement'
import { settledChannels } from '@/lib/channels/chain/channel-chain'
import { channelRequests } from '@/lib/channels/facilitator/channel-requests'
import { createFacilitator, type Facilitator } from '@/lib/facilitator/create-facilitator'
import { createFacilitatorHttp } from '@/lib/facilitator/http/create-facilitator-http'
import type { FacilitatorDeps } from '@/lib/facilitator/ports'
import { createGasKeys } from './create-gas-keys'
import { serveFacilitator } from './serve-facilitator'
import { serveFetch } from './serve-fetch'
import { createTestDatabase } from './test-database'
import { testWorld } from './test-world'

export const EVM_NETWORK = BASE_SEPOLIA
export const SVM_NETWORK = SOLANA_DEVNET
export const AVM_NETWORK = ALGORAND_TESTNET

const PLENTY = 10_000_000n

export type InstanceOptions = Partial<FacilitatorDeps> & {
  furtherAssets?: { network: string; address: string }[]
  evmRpcUrls?: string[]
  svmRpcUrls?: string[]
  avmRpcUrls?: string[]
  confirmations?: number
  gas?: Partial<GasPolicy>
  /** Far more than a busy machine takes, unless the test is about it. */
  rpcTimeoutMs?: number
}

export type FacilitatorWorld = Awaited<ReturnType<typeof openFacilitatorWorld>>

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** A facilitator on the shared local chains, with its own database, gas wallets and payers. */
export async function openFacilitatorWorld({
  gasWallets = 1,
  evmRpcUrl = testWorld().evmRpcUrl,
  svmRpcUrl = testWorld().svmRpcUrl,
}: {
  gasWallets?: number
  /** The test's own nodes, where the shared ones would suffer. */
  evmRpcUrl?: string
  svmRpcUrl?: string
} = {}) {
  const shared = testWorld()
  const rpcUrls = { ...shared.rpcUrls, [EVM_NETWORK]: evmRpcUrl, [SVM_NETWORK]: svmRpcUrl }
  const faucet = (request: FundRequest) => fundDevnetWallet(rpcUrls, request)
  const testDatabase = await createTestDatabase()
  const database = openDatabase(testDatabase.url)
  const keys = await Promise.all(Array.from({ length: gasWallets }, () => createGasKeys({ faucet })))
  const gasKeys = keys.map(({ evm }) => evm)
  const wallets = openGasWallets({
    evm: gasKeys,
    svm: keys.slice(0, 1).map(({ svm }) => svm),
    avm: [await avmDevnetSecretKey('gas')],
    avmAlgodUrl: shared.avmUrl,
  })
  const instances: Facilitator[] = []

  const openChains = ({
    evmRpcUrls = [evmRpcUrl],
    svmRpcUrls = [svmRpcUrl],
    avmRpcUrls = [shared.avmUrl],
    confirmations = 1,
    rpcTimeoutMs = 20_000,
    gas = {},
  }: InstanceOptions = {}) => {
    const network = { confirmations: 1, pollingIntervalMs: 25, rpcTimeoutMs, gas }
    const networks = {
      [EVM_NETWORK]: { ...network, rpcUrls: evmRpcUrls, confirmations },
      [SVM_NETWORK]: { ...network, rpcUrls: svmRpcUrls },
      [AVM_NETWORK]: { ...network, rpcUrls: avmRpcUrls },
    }
    return createChains({ walletFactories: [localAddresses.smartWalletFactory], networks }, [batchSettlement])
  }
  /**
   * One more facilitator on the same database and the same gas wallets, as a second instance would be. With its own way
   * to the chain it sends its own settlements, unless its limits say otherwise.
   */
  const openInstance = async ({ furtherAssets, ...options }: InstanceOptions = {}): Promise<Facilitator> => {
    const chains = openChains(options)
    const { findAuthorization } = chains
    const settlementChains = createSettlementChains(chains, wallets, {
      findAuthorization,
      furtherAssets,
      further: [settledChannels],
    })
    const limits = { healthMaxAgeMs: 0, ...options.limits }
    const facilitator = createFacilitator(
      { database, chains: settlementChains, log: silentLog, ...options, limits },
      channelRequests,
    )
    instances.push(facilitator)
    return facilitator
  }
  const chains = openChains()
  const facilitator = await openInstance()
  const supported = facilitator.supported()
  return {
    database,
    databaseUrl: testDatabase.url,
    chains,
    facilitator,
    gasKeys,
    openInstance,
    async newEvmPayer(amount = PLENTY) {
      const account = privateKeyToAccount(generatePrivateKey())
      await faucet({ network: EVM_NETWORK, address: account.address, amountAtomic: amount })
      return account
    },
    newSvmPayer: (amount = PLENTY) => fundedSigner(svmRpcUrl, amount, true),
    newEvmSeller: () => privateKeyToAccount(generatePrivateKey()).address,
    async newSvmSeller() {
      const { address } = await generateKeyPairSigner()
      await faucet({ network: SVM_NETWORK, address })
      return address
    },
    requirements: (option: { scheme?: 'exact' | 'upto'; network?: string; price: string; payTo: string }) =>
      buildRequirements({ scheme: 'exact', network: EVM_NETWORK, maxTimeoutSeconds: 60, supported, ...option }),
    async close() {
      for (const instance of instances) instance.stop()
      await database.$disconnect()
      await testDatabase.drop()
    },
  }
}

/** Another operator's facilitator: over HTTP, on the shared local networks. */
export async function openFacilitatorSite(
  options: Parameters<typeof openFacilitatorWorld>[0] = {},
): Promise<FacilitatorWorld & { url: string }> {
  const world = await openFacilitatorWorld(options)
  const http = createFacilitatorHttp({
    facilitator: world.facilitator,
    log: silentLog,
    baseUrl: 'http://localhost/facilitator',
  })
  const served = await serveFetch(serveFacilitator(http))
  return {
    ...world,
    url: `${served.origin}/facilitator`,
    close: async () => {
      await served.stop()
      await world.close()
    },
  }
}
