import type { Refusal, SettlementChain } from '@/lib/chains/settlement/settlement-chain'
import { reasons } from '@/lib/x402/reasons'
import { readSpent } from './ledger/gas-spending'
import type { FacilitatorDeps } from './ports'

/** In the network's smallest unit; `limit` null when there is none. */
type GasSpending = { spent: bigint; limit: bigint | null; isSpent: boolean }

/** What a network's settlements may cost in one day (UTC), over all instances and wallets. */
export type GasBudget = {
  read(): Promise<GasSpending>
  /** Null while there is something left, or no limit. */
  refusal(): Promise<Refusal | null>
}

/** For how long a reading counts: transactions sent meanwhile or still on their way may exceed the budget. */
const MAX_AGE_MS = 1_000

export function createGasBudget(
  { database, log }: Pick<FacilitatorDeps, 'database' | 'log'>,
  { network, dailyBudget: limit }: Pick<SettlementChain, 'network' | 'dailyBudget'>,
): GasBudget {
  let known: { reading: Promise<GasSpending>; at: number } | null = null
  let toldOn = ''
  const read = async (): Promise<GasSpending> => {
    const { spent, day } = await readSpent(database, network)
    const isSpent = limit !== null && spent >= limit
    if (isSpent && toldOn !== day) {
      toldOn = day
      log.error({ network, spent: spent.toString() }, 'gas: the budget of the day is spent, nothing more is settled')
    }
    return { spent, limit, isSpent }
  }
  const readAtTimes = () => {
    if (known && performance.now() - known.at < MAX_AGE_MS) return known.reading
    const reading = read()
    known = { reading, at: performance.now() }
    reading.catch(() => {
      known = null
    })
    return reading
  }
  return {
    read: readAtTimes,
    refusal: async () => (limit !== null && (await readAtTimes()).isSpent ? spentToday : null),
  }
}

const spentToday: Refusal = {
  isRefused: true,
  reason: reasons.gasBudgetSpent,
  message:
    'What this facilitator spends on gas in a day on this network is spent. Nothing was paid; come back tomorrow.',
}
