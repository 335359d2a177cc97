import type { LoadResult } from '@/development/bench/facilitator/run-load'
import { evmDevnetAccount, evmDevnetKey } from '@/development/devnet/wallets'
import type { ChannelBuyer } from '@/development/testing/channel-buyer'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { startScript } from '@/development/testing/start-script'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { type Bench, pick } from '../bench'
import { loadChallenge } from '../measure/challenge-load'
import { measureInTurn } from '../measure/in-turn'
import { median } from '../measure/median'
import { paymentHeaders } from '../measure/payments'
import { sequencesOverHttp } from '../measure/send'
import { type Row, verdictOf } from '../row'
import { startChain } from '../world/start-chain'
import { startOurSite } from '../world/start-our-site'
import { startStock } from '../world/start-stock'
import { openSide } from './paid-world'

const CHANNELS = 50
const PRICE = 100n

/** A buyer's money at the start, and its deposit. */
const START = 10_000_000n
const DEPOSIT = 5_000_000n

/** Buyers of one server, each with a channel and its charged amount. */
type Place = {
  url: string
  buyers: { buyer: ChannelBuyer; charged: bigint }[]
  newBuyer: () => Promise<ChannelBuyer>
}

/** Calls paid by vouchers, over fifty channels, over one, and by the SDK's own client from the deposit to the refund. */
export async function measureChannels(bench: Bench): Promise<Row[]> {
  const site = await startOurSite(bench)
  const ours = await openPlace({ url: `${site.origin}/api/random`, evmRpcUrl: site.evmRpcUrl })
  const stock = await openPlace(await startChannelExpress(bench))
  const exact = await openSide(await startStock(bench))
  await exact.pay(60, 20)
  for (const place of [ours, stock]) await call(place, CHANNELS, pick(bench, 20, 4))
  const each = pick(bench, 60, 10)
  const loads = await measureInTurn(bench.rounds, {
    stock: () => call(stock, CHANNELS, each),
    ours: () => call(ours, CHANNELS, each),
  })
  const alone = await measureInTurn(bench.rounds, {
    stock: () => call(stock, 1, each * 5),
    ours: () => call(ours, 1, each * 5),
  })
  const exacts: number[] = []
  const unpaid: number[] = []
  for (let round = 0; round < bench.rounds; round += 1) {
    exacts.push((await exact.pay(pick(bench, 200, 60), 20)).perSecond)
    unpaid.push(await loadChallenge(ours.url, pick(bench, 4, 2), CHANNELS))
  }
  // One more than whole deposits pay for, so that the last one has a remainder.
  const calls = pick(bench, 1_001, 61)
  const clients = { stock: await buyAll(stock, calls), ours: await buyAll(ours, calls) }
  return [manyRow(loads, median(unpaid), median(exacts)), aloneRow(alone), clientRow(calls, clients)]
}

async function startChannelExpress(bench: Pick<Bench, 'onEnd'>): Promise<{ url: string; evmRpcUrl: string }> {
  const { evmRpcUrl } = await startChain(bench)
  const server = await startScript('development/bench/servers/channel-express.ts', {
    NODE_ENV: 'production',
    EVM_RPC_URL: evmRpcUrl,
    EVM_GAS_KEY: evmDevnetKey('gas'),
    PAY_TO_EVM: evmDevnetAccount('seller').address,
  })
  bench.onEnd(() => server.stop())
  return { url: `${server.line.origin}/call`, evmRpcUrl }
}

/** Opens the channels by the stock client's own first payment. */
async function openPlace({ url, evmRpcUrl }: { url: string; evmRpcUrl: string }): Promise<Place> {
  const faucet = (order: { network: string; address: string; amountAtomic?: bigint }) =>
    fundDevnetWallet({ [BASE_SEPOLIA]: evmRpcUrl }, order)
  const newBuyer = () => createChannelBuyer({ evmRpcUrl, faucet }, START)
  const buyers: Place['buyers'] = []
  while (buyers.length < CHANNELS) {
    const buyer = await newBuyer()
    const { payload } = await buyer.sign(url, { minDeposit: DEPOSIT.toString() })
    const response = await fetch(url, { headers: paymentHeaders(payload) })
    if (response.status !== 200) throw new Error(`${url} answered ${response.status} to a deposit.`)
    await response.text()
    buyers.push({ buyer, charged: PRICE })
  }
  return { url, buyers, newBuyer }
}

/** Makes `each` calls out of each channel, one after the other; vouchers are signed beforehand. */
async function call({ url, buyers }: Place, channels: number, each: number): Promise<LoadResult> {
  const vouchers = await Promise.all(
    buyers.slice(0, channels).map(async (place) => {
      const { charged, buyer } = place
      place.charged += PRICE * BigInt(each)
      return buyer.signVouchers(
        url,
        Array.from({ length: each }, (_, n) => charged + PRICE * BigInt(n + 1)),
      )
    }),
  )
  return sequencesOverHttp(vouchers, async (send, voucher) => {
    const { status } = await send(url, { headers: paymentHeaders(voucher) })
    return status === 200
  })
}

type Bought = { perSecond: number; served: number; refundMs: number; isExact: boolean }

/** The unmodified SDK's client over its fetch wrapper: opens a channel, buys that many calls, and is refunded. */
async function buyAll({ url, newBuyer }: Place, calls: number): Promise<Bought> {
  const buyer = await newBuyer()
  let served = 0
  const from = performance.now()
  for (let call = 0; call < calls; call += 1) {
    const response = await buyer.fetch(url)
    await response.text()
    if (response.status === 200) served += 1
  }
  const bought = performance.now()
  await buyer.refund(url)
  const refundMs = performance.now() - bought
  const isExact = (await buyer.balance()) === START - PRICE * BigInt(calls)
  return { perSecond: calls / ((bought - from) / 1000), served, refundMs, isExact }
}

type Loads = Record<'stock' | 'ours', LoadResult[]>

const over = (loads: LoadResult[], figure: keyof LoadResult) => median(loads.map((load) => load[figure]))
const failuresOf = (loads: LoadResult[]) => loads.reduce((sum, { failures }) => sum + failures, 0)
const inWords = (loads: LoadResult[]) =>
  `${over(loads, 'perSecond').toFixed(0)}/s, p99 ${over(loads, 'p99Ms').toFixed(0)} ms` +
  (failuresOf(loads) > 0 ? `, ${failuresOf(loads)} failed` : '')

const figuresOf = (loads: Loads): Row['figures'] => ({
  'stock perSecond': loads.stock.map(({ perSecond }) => perSecond),
  'ours perSecond': loads.ours.map(({ perSecond }) => perSecond),
  'stock p99Ms': loads.stock.map(({ p99Ms }) => p99Ms),
  'ours p99Ms': loads.ours.map(({ p99Ms }) => p99Ms),
})

function manyRow(loads: Loads, unpaid: number, exact: number): Row {
  const rate = over(loads.ours, 'perSecond')
  const gain = rate / over(loads.stock, 'perSecond')
  const isMet =
    rate / unpaid >= 0.6 &&
    gain >= 1 &&
    rate / exact >= 15 &&
    over(loads.ours, 'p99Ms') < 60 &&
    failuresOf(loads.ours) === 0
  return {
    name: 'channels-50',
    title: 'voucher-paid GET, 50 at a time over 50 channels',
    meaning:
      'Calls for $0.0001 by the scheme batch-settlement, each by a voucher that was signed beforehand. Ours stores each charge ' +
      'on the disk before the content leaves; stock is @x402/express with the SDK’s channels in memory.',
    stock: inWords(loads.stock),
    ours:
      `${inWords(loads.ours)} (${gain.toFixed(2)}x; ${(rate / unpaid).toFixed(2)}x of the unpaid 402, ${unpaid.toFixed(0)}/s; ` +
      `${(rate / exact).toFixed(1)}x of stock's exact, ${exact.toFixed(0)}/s)`,
    goal: '>= 1x of stock, >= 0.6x of the 402, >= 15x of exact, p99 < 60 ms',
    verdict: verdictOf(isMet),
    figures: { ...figuresOf(loads), unpaid: [unpaid], exact: [exact] },
  }
}

function aloneRow(loads: Loads): Row {
  const rate = over(loads.ours, 'perSecond')
  return {
    name: 'channels-1',
    title: 'voucher-paid GET, one after the other over one channel',
    meaning: 'The same by one payer, who waits for each answer.',
    stock: inWords(loads.stock),
    ours: inWords(loads.ours),
    goal: '>= 200/s',
    verdict: verdictOf(rate >= 200 && failuresOf(loads.ours) === 0),
    figures: figuresOf(loads),
  }
}

function clientRow(calls: number, bought: Record<'stock' | 'ours', Bought>): Row {
  const words = ({ perSecond, served, refundMs, isExact }: Bought) =>
    `${served} of ${calls} calls, ${perSecond.toFixed(0)}/s, refund ${refundMs.toFixed(0)} ms, ` +
    (isExact ? 'right to the unit' : 'another sum than was bought')
  const { ours, stock } = bought
  return {
    name: 'channels-client',
    title: `${calls} calls by the SDK's own client, from the deposit to the refund`,
    meaning:
      'The unmodified client over the stock fetch wrapper: each call asks, is told the price, signs a voucher and asks ' +
      'again. It opens the channel without being told, tops it up where the seller asks for less at once, and gets its rest back.',
    stock: words(stock),
    ours: words(ours),
    goal: 'all served, and what was not bought comes back to the unit',
    verdict: verdictOf(ours.served === calls && ours.isExact),
    figures: { 'stock perSecond': [stock.perSecond], 'ours perSecond': [ours.perSecond] },
  }
}
