import { join } from 'node:path'
import { nonceManager } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startDevnet } from '@/development/devnet/start-devnet'
import { evmFacilitator } from '@/development/devnet/testing/evm-parties'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { createChains } from '@/lib/base/chains/chains'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { createSettlementChains } from '@/lib/base/chains/settlement/create-settlement-chains'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createFacilitator, type Facilitator } from '@/lib/facilitator/create-facilitator'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { runLoad } from '../load'
import { makeFolder, measureInTurn, type OnEnd, openBenchDatabase } from '../measure'
import { type Bench, type BenchRow, over, rateRow } from './rows'

type SettleWork = (request: PaymentRequest) => Promise<boolean>

/** Settlements by function calls, ours beside the SDK's, on one chain; no HTTP in either. */
export async function measureInProcess(bench: Bench): Promise<BenchRow[]> {
  const { sdk, openFacilitator, sign } = await openBenchWorld(bench.onEnd)
  const load = async (work: SettleWork, inFlight: number, count: number) =>
    runLoad(
      (await sign(count)).map((request) => () => work(request)),
      inFlight,
    )
  const stock: SettleWork = async ({ paymentPayload, paymentRequirements }) =>
    (await sdk.settle(paymentPayload, paymentRequirements)).success
  const settled = (facilitator: Facilitator) => async (request: PaymentRequest) =>
    (await facilitator.settle(request)).kind === 'settled'
  const ours = settled(openFacilitator())
  for (const work of [stock, ours]) await load(work, 200, 100)
  const loads = await measureInTurn(bench.rounds, {
    stock: () => load(stock, 200, 200),
    ours: () => load(ours, 200, 200),
  })
  const { perSecond } = await load(settled(openFacilitator({ maxBatch: 1 })), 1, 40)
  const meaning =
    'Settlements per second by function calls from one gas wallet; stock has a nonce manager. Ours settles ' +
    `${perSecond.toFixed(0)}/s one at a time and without batches: ${(over(loads.ours, 'perSecond') / perSecond).toFixed(1)}x (goal 10x).`
  return [rateRow({ name: 'settle', title: 'settle, 200 in flight, in process', meaning }, loads, 9.3)]
}

const log = { info: () => {}, warn: console.warn, error: console.error }

/** Local chains and a database, with the SDK's facilitator and ours. */
async function openBenchWorld(onEnd: OnEnd) {
  const folder = makeFolder(onEnd)
  const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free', isDurable: false })
  onEnd(devnet.stop)
  const { database } = await openBenchDatabase(onEnd, join(folder, 'db'))
  const network = BASE_SEPOLIA
  const newKey = async () => {
    const key = generatePrivateKey()
    await devnet.fund({ network, address: privateKeyToAccount(key).address })
    return key
  }
  const wallets = openGasWallets({ evm: [await newKey()] })
  /** Each call opens one more on the same database and gas wallet. */
  const openFacilitator = (limits: { maxBatch?: number } = {}): Facilitator => {
    const config = { rpcUrls: [devnet.evmRpcUrl], confirmations: 1, pollingIntervalMs: 25 }
    const chains = createChains({ networks: { [network]: config } })
    const settlementChains = createSettlementChains(chains, wallets, { findAuthorization: chains.findAuthorization })
    const facilitator = createFacilitator({ database, chains: settlementChains, log, limits })
    onEnd(facilitator.stop)
    return facilitator
  }
  const payTo = privateKeyToAccount(generatePrivateKey()).address
  const supported = openFacilitator().supported()
  const terms = { scheme: 'exact', network, price: '$0.001', payTo, maxTimeoutSeconds: 3_600, supported } as const
  return {
    sdk: evmFacilitator(devnet.evmRpcUrl, privateKeyToAccount(await newKey(), { nonceManager })),
    openFacilitator,
    /** Signs that many payments of a tenth of a cent, each with its own nonce, all by one payer. */
    async sign(count: number): Promise<PaymentRequest[]> {
      const payer = privateKeyToAccount(await newKey())
      const paymentRequirements = buildRequirements(terms)
      const requests: PaymentRequest[] = []
      while (requests.length < count) {
        requests.push({ paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements })
      }
      return requests
    },
  }
}
