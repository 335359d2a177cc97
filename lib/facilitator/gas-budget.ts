import { refuse, type SettlementChain, type SettlementRefusal } from '@/lib/base/chains/settlement/settlement-chain'
import { keepBriefly } from '@/lib/base/infra/coalesce'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { GasRotation } from './gas-wallets'
import { type GasUse, type Purse, purseOf, readBuyers, readSpent, readUsed } from './ledger/gas-spending'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'

/** Limit of what a network's settlements may cost in one day (UTC), over all instances and wallets. */
type GasBudget = ReturnType<typeof createGasBudget>

/** Null while some wallet can pay, or the one that is named, and the budget allows that use. */
export const gasRefusal = async (
  { wallets, budget }: { wallets: GasRotation; budget: GasBudget },
  use: GasUse,
  named?: string | null,
): Promise<SettlementRefusal | null> => (await wallets.refusal(named)) ?? budget.refusal(use)

/** Quarters of a day's gas: payments at this site's own gate, payments through the open facilitator, and what receivers ask for. */
const quarters: Record<Purse, bigint> = { own: 2n, open: 1n, receivers: 1n }

/** How many times longer the buyers of all payees are remembered than the gas that is spent. */
const BUYERS_KEPT_TIMES = 60

const PART_UNITS = 1_000_000

/**
 * The first quarter of a purse is for anybody. The rest belongs to the payees, each in proportion to its buyers of the
 * last week, so that nobody can spend another's part. A caller over HTTP has a quarter of its purse at most.
 */
export function createGasBudget(
  { database, log }: Pick<FacilitatorDeps, 'database' | 'log'>,
  { gasMaxAgeMs }: Pick<FacilitatorLimits, 'gasMaxAgeMs'>,
  { network, dailyBudget: limit }: Pick<SettlementChain, 'network' | 'dailyBudget'>,
) {
  const wholeOf = (purse: Purse) => ((limit ?? 0n) * quarters[purse]) / 4n
  let isTold = false
  const readToday = keepBriefly(async () => {
    const of = await readSpent(database, network)
    const isSpent = limit !== null && of.own >= wholeOf('own')
    if (isSpent && !isTold)
      log.error({ network, spent: of.own.toString() }, 'gas: what payments may cost today is spent')
    isTold = isSpent
    return { of, isSpent }
  }, gasMaxAgeMs)
  const buyersOf = keepBriefly(() => readBuyers(database, network), gasMaxAgeMs * BUYERS_KEPT_TIMES)
  return {
    /** In the network's smallest unit; `limit` is null for no limit. */
    async read() {
      const { of, isSpent } = await readToday()
      return { spent: of.own + of.open + of.receivers, limit, isSpent }
    },
    /** Null while the budget allows that use, or there is no limit. */
    async refusal(use: GasUse): Promise<SettlementRefusal | null> {
      if (limit === null) return null
      const purse = purseOf(use)
      const [whole, first] = [wholeOf(purse), wholeOf(purse) / 4n]
      const spent = (await readToday()).of[purse]
      if (spent >= whole) return spentToday
      const { caller, payee } = use
      if (purse === 'open' && (await readUsed(database, network, { caller })) >= first) return shareSpent
      if (spent < first) return null
      const part = (await buyersOf()).get(payee) ?? 0
      const share = ((whole - first) * BigInt(Math.floor(part * PART_UNITS))) / BigInt(PART_UNITS)
      return (await readUsed(database, network, { purse, payee })) < share ? null : shareSpent
    },
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

const spentToday = refuse(
  reasons.gasBudgetSpent,
  'What this facilitator spends on gas in a day on this network is spent. Nothing was paid; come back tomorrow.',
)
const shareSpent = refuse(
  reasons.gasBudgetSpent,
  'What this facilitator spends on gas in a day for this seller or caller on this network is spent. Nothing was paid; come back tomorrow.',
)
