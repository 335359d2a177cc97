import { nonceManager } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openBenchWorld } from '@/development/bench/facilitator/bench-world'
import { type LoadResult, runLoad } from '@/development/bench/facilitator/run-load'
import { evmFacilitator } from '@/development/devnet/testing/evm-parties'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { type Bench, pick } from '../bench'
import { measureInTurn } from '../measure/in-turn'
import { median } from '../measure/median'
import { type Row, verdictOf } from '../row'

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
