import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nonceManager, type PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { startDevnet } from '@/development/devnet/start-devnet'
import { evmFacilitator } from '@/development/devnet/testing/evm-parties'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { createChains } from '@/lib/base/chains/chains'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { createSettlementChains } from '@/lib/base/chains/settlement/create-settlement-chains'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { openDatabase } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createFacilitator, type Facilitator } from '@/lib/facilitator/create-facilitator'
import type { FacilitatorLimits } from '@/lib/facilitator/ports'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { type Bench, measureInTurn, median, pick, type Row, verdictOf } from '../bench'
import { type LoadResult, runLoad } from '../load'

type Work = (request: PaymentRequest) => Promise<boolean>

/** Verify and settle by function calls, ours beside the SDK's, on one chain; no HTTP in either. */
export async function measureInProcess(bench: Bench): Promise<Row[]> {
  const world = await openBenchWorld()
  bench.onEnd(world.close)
  const gas = privateKeyToAccount(generatePrivateKey(), { nonceManager })
  await fundDevnetWallet({ [BASE_SEPOLIA]: world.evmRpcUrl }, { network: BASE_SEPOLIA, address: gas.address })
  const sdk = evmFacilitator(world.evmRpcUrl, gas)
  const [ours, alone] = [world.openFacilitator(), world.openFacilitator({ maxBatch: 1 })]
  const settleAlone: Work = async (request) => (await alone.settle(request)).kind === 'settled'
  const load = (work: Work, inFlight: number) => async (count: number) => {
    const requests = await world.sign(count)
    return runLoad(
      requests.map((request) => () => work(request)),
      inFlight,
    )
  }
  const verify = {
    stock: load(
      async ({ paymentPayload, paymentRequirements }) =>
        (await sdk.verify(paymentPayload, paymentRequirements)).isValid,
      50,
    ),
    ours: load(async (request) => (await ours.verify(request)).isValid, 50),
  }
  const settle = {
    stock: load(
      async ({ paymentPayload, paymentRequirements }) =>
        (await sdk.settle(paymentPayload, paymentRequirements)).success,
      200,
    ),
    ours: load(async (request) => (await ours.settle(request)).kind === 'settled', 200),
  }
  const rows: Row[] = []
  if (bench.wants('verify')) rows.push(verifyRow(await compare(bench, verify, pick(bench, 400, 200))))
  if (bench.wants('settle')) {
    const loads = await compare(bench, settle, 200)
    rows.push(settleRow(loads, await load(settleAlone, 1)(40)))
  }
  return rows
}

type Loads = Record<'stock' | 'ours', LoadResult[]>

async function compare(
  bench: Bench,
  { stock, ours }: Record<'stock' | 'ours', (count: number) => Promise<LoadResult>>,
  count: number,
): Promise<Loads> {
  for (const warmUp of [stock, ours]) await warmUp(100)
  return measureInTurn(bench.rounds, { stock: () => stock(count), ours: () => ours(count) })
}

const rateOf = (loads: LoadResult[]) => median(loads.map(({ perSecond }) => perSecond))
const failuresOf = (loads: LoadResult[]) => loads.reduce((sum, { failures }) => sum + failures, 0)
const text = (loads: LoadResult[]) =>
  `${rateOf(loads).toFixed(0)}/s${failuresOf(loads) > 0 ? `, ${failuresOf(loads)} failed` : ''}`
const figuresOf = ({ stock, ours }: Loads) => ({
  'stock perSecond': stock.map(({ perSecond }) => perSecond),
  'ours perSecond': ours.map(({ perSecond }) => perSecond),
})

function verifyRow(loads: Loads): Row {
  const gain = rateOf(loads.ours) / rateOf(loads.stock)
  return {
    name: 'verify',
    title: 'verify, 50 in flight, in process',
    meaning: 'Verifications per second by function calls. Ours also reserves the money in the database.',
    stock: text(loads.stock),
    ours: `${text(loads.ours)} (${gain.toFixed(2)}x)`,
    goal: '>= 3.5x',
    verdict: verdictOf(gain >= 3.5 && failuresOf(loads.ours) === 0),
    figures: figuresOf(loads),
  }
}

function settleRow(loads: Loads, alone: LoadResult): Row {
  const gain = rateOf(loads.ours) / rateOf(loads.stock)
  const gainOverOne = rateOf(loads.ours) / alone.perSecond
  return {
    name: 'settle',
    title: 'settle, 200 in flight, in process',
    meaning:
      'Settlements per second by function calls from one gas wallet; stock has a nonce manager. Ours settles ' +
      `${alone.perSecond.toFixed(0)}/s one at a time and without batches: ${gainOverOne.toFixed(1)}x (goal 10x).`,
    stock: text(loads.stock),
    ours: `${text(loads.ours)} (${gain.toFixed(2)}x)`,
    goal: '>= 9.3x, as it was',
    verdict: verdictOf(gain >= 9.3 && failuresOf(loads.ours) === 0),
    figures: { ...figuresOf(loads), 'ours alone perSecond': [alone.perSecond] },
  }
}

type BenchWorld = {
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
async function openBenchWorld(): Promise<BenchWorld> {
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
