import { assetOf } from '@/lib/base/chains/assets'
import type { Refusal, SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { addressIdentity, isSameAddress } from '@/lib/base/x402/addresses'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { type GasPurpose, leastShareOf, newcomersOf, ordinaryOf, purseOf, shareOf } from './gas-shares'
import type { GasWallets } from './gas-wallets'
import { isKnownPayee, readSpent, type SpentToday } from './ledger/gas-spending'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'

/** In the network's smallest unit; `limit` is null for no limit. */
type GasSpending = { spent: bigint; limit: bigint | null; isSpent: boolean }

export type GasUse = {
  purpose: GasPurpose
  payee: string
  /** The caller over HTTP that asked for it; empty for this process's own gate. */
  caller: string
  /** Number of settlements that it counts as: for a claim, its channels. One when omitted. */
  settlements?: number
}

type Worth = { asset: string; amountAtomic: bigint }

/** Limit of what a network's settlements may cost in one day (UTC), over all instances and wallets. */
export type GasBudget = {
  read(): Promise<GasSpending>
  /** Null while the budget allows that use, or there is no limit. `worth` is the amount that is moved. */
  refusal(use: GasUse, worth: Worth | null): Promise<Refusal | null>
  /**
   * Average cost today of one settlement of that purpose, or of one channel's part of a claim, in millionths of a
   * dollar; null where no rate of the network's coin is set or nothing was settled yet. Zero without a limit: gas
   * counts for nothing.
   */
  costMicros(purpose: GasPurpose): Promise<bigint | null>
}

/** Null while some wallet can pay, or the one that is named, and the budget allows that use. */
export const gasRefusal = async (
  { wallets, budget }: { wallets: GasWallets; budget: GasBudget },
  use: GasUse,
  worth: Worth | null,
  named?: string | null,
): Promise<Refusal | null> => (await wallets.refusal(named)) ?? budget.refusal(use, worth)

const MAX_KNOWN = 10_000

type BudgetChain = Pick<SettlementChain, 'network' | 'dailyBudget' | 'centsPerCoin'>

export function createGasBudget(
  { database, log }: Pick<FacilitatorDeps, 'database' | 'log'>,
  { gasMaxAgeMs }: Pick<FacilitatorLimits, 'gasMaxAgeMs'>,
  { network, dailyBudget: limit, centsPerCoin }: BudgetChain,
): GasBudget {
  const purses = { payment: purseOf(limit ?? 0n, 'payment'), channel: purseOf(limit ?? 0n, 'channel') }
  const heavyFrom = { payment: leastShareOf(purses.payment), channel: leastShareOf(purses.channel) }
  let known: { reading: Promise<SpentToday>; at: number } | null = null
  let toldOn = ''
  const read = async (): Promise<SpentToday> => {
    const today = await readSpent(database, network, heavyFrom)
    if (isSpent(today) && toldOn !== today.day) {
      toldOn = today.day
      log.error({ network, spent: today.of.payment.spent.toString() }, 'gas: what payments may cost today is spent')
    }
    return today
  }
  const isSpent = ({ of }: SpentToday) => limit !== null && of.payment.spent >= purses.payment
  const readAtTimes = () => {
    if (known && performance.now() - known.at < gasMaxAgeMs) return known.reading
    const reading = read()
    known = { reading, at: performance.now() }
    reading.catch(() => {
      known = null
    })
    return reading
  }
  const knownPayees = new Set<string>()
  const isKnown = async (payee: string) => {
    if (knownPayees.has(payee)) return true
    if (!(await isKnownPayee(database, network, payee))) return false
    if (knownPayees.size >= MAX_KNOWN) knownPayees.clear()
    knownPayees.add(payee)
    return true
  }
  const costIn = ({ of }: SpentToday, purpose: GasPurpose): bigint | null => {
    const { spent, settlements } = of[purpose]
    if (centsPerCoin === null || settlements === 0) return null
    return (spent * centsPerCoin * MICROS_PER_CENT) / BigInt(settlements) / unitsPerCoin(network)
  }
  /** Without a rate nobody can tell what gas is worth: then payees with earlier payments may use the rest. */
  const isWorthIt = async (today: SpentToday, { payee }: GasUse, worth: Worth | null) => {
    const cost = costIn(today, 'payment')
    return cost === null ? isKnown(payee) : worthMicros(network, worth) > cost
  }
  const refusal = async (use: GasUse, worth: Worth | null): Promise<Refusal | null> => {
    if (limit === null) return null
    const today = await readAtTimes()
    const { spent, newcomers } = today.of[use.purpose]
    const purse = purses[use.purpose]
    if (spent >= purse) return spentToday
    const isOver = today.heavy.some(
      ({ purpose, kind, subject, spent: used, busiest }) =>
        purpose === use.purpose && use[kind] === subject && used >= shareOf(purse, kind, busiest),
    )
    if (isOver) return shareSpent
    if (newcomers >= newcomersOf(purse) && !(await isKnown(use.payee))) return shareSpent
    const isReserved = use.purpose === 'payment' && spent >= ordinaryOf(purse)
    return isReserved && !(await isWorthIt(today, use, worth)) ? shareSpent : null
  }
  return {
    read: async () => {
      const today = await readAtTimes()
      return { spent: today.of.payment.spent + today.of.channel.spent, limit, isSpent: isSpent(today) }
    },
    refusal,
    costMicros: async (purpose) => (limit === null ? 0n : costIn(await readAtTimes(), purpose)),
  }
}

/** Only the terms name the seller of a deposit or a refund. */
export function gasUseOf(
  purpose: GasPurpose,
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

const spentToday: Refusal = {
  isRefused: true,
  reason: reasons.gasBudgetSpent,
  message:
    'What this facilitator spends on gas in a day on this network is spent. Nothing was paid; come back tomorrow.',
}

const shareSpent: Refusal = {
  isRefused: true,
  reason: reasons.gasBudgetSpent,
  message:
    'What this facilitator spends on gas in a day for this seller or caller on this network is spent. Nothing was paid; come back tomorrow.',
}
