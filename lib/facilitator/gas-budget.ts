import { assetOf } from '@/lib/base/chains/assets'
import type { Refusal, SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { addressIdentity, isSameAddress } from '@/lib/base/x402/addresses'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { isCallerWithKey } from './access/api-keys'
import type { GasWallets } from './gas-wallets'
import {
  type GasUse,
  type Purse,
  purseOf,
  readBuyers,
  readSpent,
  readUsed,
  type SpentToday,
} from './ledger/gas-spending'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'

/** In the network's smallest unit; `limit` is null for no limit. */
type GasSpending = { spent: bigint; limit: bigint | null; isSpent: boolean }

type Worth = { asset: string; amountAtomic: bigint }

/** Limit of what a network's settlements may cost in one day (UTC), over all instances and wallets. */
export type GasBudget = {
  read(): Promise<GasSpending>
  /** Null while the budget allows that use, or there is no limit. `worth` is the amount that is moved. */
  refusal(use: GasUse, worth: Worth | null): Promise<Refusal | null>
  /**
   * Average cost today of one channel's part of a claim, or of a refund, in millionths of a dollar; null where no rate of
   * the network's coin is set or nothing was settled yet. Zero without a limit: gas counts for nothing.
   */
  channelCostMicros(): Promise<bigint | null>
}

/** Null while some wallet can pay, or the one that is named, and the budget allows that use. */
export const gasRefusal = async (
  { wallets, budget }: { wallets: GasWallets; budget: GasBudget },
  use: GasUse,
  worth: Worth | null,
  named?: string | null,
): Promise<Refusal | null> => (await wallets.refusal(named)) ?? budget.refusal(use, worth)

/** Quarters of a day's gas: payments at this site's own gate, payments through the open facilitator, and channels. */
const quarters: Record<Purse, bigint> = { own: 2n, open: 1n, channel: 1n }

/** A stranger's payment must be worth so many times the average gas of a payment. */
const LEAST_TIMES = 2n

/** How many times longer the buyers of all payees are remembered than the gas that is spent. */
const BUYERS_KEPT_TIMES = 60

/**
 * The first quarter of a purse is for anybody. The rest belongs to the payees, each in proportion to its buyers of the
 * last week, so that nobody can spend another's part.
 */
export function createGasBudget(
  { database, log }: Pick<FacilitatorDeps, 'database' | 'log'>,
  { gasMaxAgeMs }: Pick<FacilitatorLimits, 'gasMaxAgeMs'>,
  { network, dailyBudget: limit, centsPerCoin }: Pick<SettlementChain, 'network' | 'dailyBudget' | 'centsPerCoin'>,
): GasBudget {
  const wholeOf = (purse: Purse) => ((limit ?? 0n) * quarters[purse]) / 4n
  const isSpent = (today: SpentToday) => limit !== null && today.of.own.spent >= wholeOf('own')
  let toldOn = ''
  const readToday = remembered(gasMaxAgeMs, async () => {
    const today = await readSpent(database, network)
    if (isSpent(today) && toldOn !== today.day) {
      toldOn = today.day
      log.error({ network, spent: today.of.own.spent.toString() }, 'gas: what payments may cost today is spent')
    }
    return today
  })
  const buyersOf = remembered(gasMaxAgeMs * BUYERS_KEPT_TIMES, () => readBuyers(database, network))
  const costMicros = ({ spent, settlements }: { spent: bigint; settlements: number }): bigint | null => {
    if (centsPerCoin === null || settlements === 0) return null
    return (spent * centsPerCoin * MICROS_PER_CENT) / BigInt(settlements) / unitsPerCoin(network)
  }
  /** Refusals of a caller over HTTP: too cheap for a stranger, more than the day's sum of a key. */
  const refusalOfCaller = async (today: SpentToday, { caller }: GasUse, worth: Worth | null) => {
    const cost = isCallerWithKey(caller) ? null : costMicros(today.of.open)
    if (cost !== null) return worthMicros(network, worth) < LEAST_TIMES * cost ? tooCheap : null
    return (await readUsed(database, network, { caller })) < wholeOf('open') / 4n ? null : shareSpent
  }
  const refusal = async (use: GasUse, worth: Worth | null): Promise<Refusal | null> => {
    if (limit === null) return null
    const today = await readToday()
    const purse = purseOf(use)
    const [whole, { spent }] = [wholeOf(purse), today.of[purse]]
    if (spent >= whole) return spentToday
    const ofCaller = purse === 'open' ? await refusalOfCaller(today, use, worth) : null
    if (ofCaller || spent < whole / 4n) return ofCaller
    const part = (await buyersOf()).get(use.payee) ?? 0
    const share = ((whole - whole / 4n) * BigInt(Math.floor(part * PART_UNITS))) / BigInt(PART_UNITS)
    return (await readUsed(database, network, { purse, payee: use.payee })) < share ? null : shareSpent
  }
  return {
    async read() {
      const today = await readToday()
      const { own, open, channel } = today.of
      return { spent: own.spent + open.spent + channel.spent, limit, isSpent: isSpent(today) }
    },
    refusal,
    channelCostMicros: async () => (limit === null ? 0n : costMicros((await readToday()).of.channel)),
  }
}

const PART_UNITS = 1_000_000

/** Reads again after that time, and after a failure. */
function remembered<T>(maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { reading: Promise<T>; at: number } | null = null
  return () => {
    if (known && performance.now() - known.at < maxAgeMs) return known.reading
    const reading = read()
    known = { reading, at: performance.now() }
    reading.catch(() => {
      known = null
    })
    return reading
  }
}

/** Only the terms name the seller of a deposit or a refund. */
export function gasUseOf(
  purpose: GasUse['purpose'],
  { network, payTo }: Pick<PaymentRequirements, 'network' | 'payTo'>,
  caller = '',
): GasUse {
  const family = familyOf(network)
  return { purpose, payee: family ? addressIdentity(family, payTo) : payTo, caller }
}

const MICROS_PER_CENT = 10_000n

const coinDecimals: Record<Family, bigint> = { evm: 18n, svm: 9n, avm: 6n }

const unitsPerCoin = (network: string) => 10n ** coinDecimals[familyOf(network) ?? 'evm']

/** Value in millionths of a dollar; zero for a token whose value we do not know. */
export function worthMicros(network: string, worth: Worth | null): bigint {
  const stablecoin = assetOf(network)
  if (!worth || !stablecoin || !isSameAddress(network, stablecoin.address, worth.asset)) return 0n
  return (worth.amountAtomic * 1_000_000n) / 10n ** BigInt(stablecoin.decimals)
}

const refusalWith = (reason: string, message: string): Refusal => ({ isRefused: true, reason, message })

const spentToday = refusalWith(
  reasons.gasBudgetSpent,
  'What this facilitator spends on gas in a day on this network is spent. Nothing was paid; come back tomorrow.',
)
const shareSpent = refusalWith(
  reasons.gasBudgetSpent,
  'What this facilitator spends on gas in a day for this seller or caller on this network is spent. Nothing was paid; come back tomorrow.',
)
const tooCheap = refusalWith(
  reasons.amountBelowMinimum,
  `Expected it to be worth at least ${LEAST_TIMES} times the gas of a payment on this network, or an API key. Nothing was paid.`,
)
