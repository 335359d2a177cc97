import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { SettleOutcome, VerifyResponse } from '@/lib/base/x402/wire'
import type { Facilitator } from './create-facilitator'

/** The facilitator's metrics for Prometheus. Labels come from short known lists: never a payer, never a key. */
export type FacilitatorMetrics = {
  watch(facilitator: Facilitator): Facilitator
  /** Brings the figures of the networks up to date; asks them for their gas balances. */
  refresh(facilitator: Facilitator): Promise<void>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Wei, lamports and so on as a floating number: a gauge for people, never a basis for decisions. */
const toGauge = (atomic: string) => Number(atomic)

export function createFacilitatorMetrics(registry: Registry): FacilitatorMetrics {
  const shared = { registers: [registry] }
  const latency = new Histogram({
    name: 'facilitator_duration_seconds',
    help: 'Time to answer, by verb and network.',
    labelNames: ['verb', 'network'],
    buckets: SECONDS,
    ...shared,
  })
  const outcomes = new Counter({
    name: 'facilitator_outcomes_total',
    help: 'Verdicts and settlements, by verb, network and outcome; refusals by their reason.',
    labelNames: ['verb', 'network', 'outcome'],
    ...shared,
  })
  const inFlight = new Gauge({
    name: 'facilitator_in_flight',
    help: 'Calls under way.',
    labelNames: ['verb'],
    ...shared,
  })
  const open = new Gauge({
    name: 'facilitator_open_transactions',
    help: 'Transactions that this process watches.',
    labelNames: ['network'],
    ...shared,
  })
  const balance = new Gauge({
    name: 'facilitator_gas_balance',
    help: "Balance of a gas wallet in the chain's smallest unit.",
    labelNames: ['network', 'wallet'],
    ...shared,
  })
  const isLow = new Gauge({
    name: 'facilitator_gas_low',
    help: '1 for a gas wallet that holds too little to be used.',
    labelNames: ['network', 'wallet'],
    ...shared,
  })
  const spent = new Gauge({
    name: 'facilitator_gas_spent_today',
    help: "Gas paid since midnight UTC, in the chain's smallest unit.",
    labelNames: ['network'],
    ...shared,
  })
  const budget = new Gauge({
    name: 'facilitator_gas_budget',
    help: 'What may be spent in a day; absent where nothing limits it.',
    labelNames: ['network'],
    ...shared,
  })
  const isUp = new Gauge({
    name: 'facilitator_network_up',
    help: '0 for a network whose nodes do not answer, or lack what the ledger has seen.',
    labelNames: ['network'],
    ...shared,
  })

  const reorged = new Counter({
    name: 'facilitator_reorged_total',
    help: 'Settled payments that a reorganisation of the chain took away: found, and lost for good.',
    labelNames: ['network', 'outcome'],
    ...shared,
  })

  async function observe<T>(verb: string, network: string, run: () => Promise<T>, outcomeOf: (result: T) => string) {
    inFlight.inc({ verb })
    const stop = latency.startTimer({ verb, network })
    try {
      const result = await run()
      outcomes.inc({ verb, network, outcome: outcomeOf(result) })
      return result
    } catch (error) {
      outcomes.inc({ verb, network, outcome: 'error' })
      throw error
    } finally {
      stop()
      inFlight.dec({ verb })
    }
  }

  return {
    watch(facilitator) {
      const known = new Set(facilitator.supported().kinds.map(({ network }) => network))
      // A network comes from the caller: unknown ones share one label, or anybody could make endless labels.
      const labelOf = (network: string) => (known.has(network) ? network : 'other')
      // From zero on, so that the first one is an increase.
      for (const network of known) for (const outcome of ['found', 'lost']) reorged.inc({ network, outcome }, 0)
      return {
        ...facilitator,
        lookAgain: async () => {
          const looked = await facilitator.lookAgain()
          for (const { network, ...counts } of looked)
            for (const [outcome, count] of Object.entries(counts)) reorged.inc({ network, outcome }, count)
          return looked
        },
        verify: (request, options) =>
          observe(
            'verify',
            labelOf(request.paymentRequirements.network),
            () => facilitator.verify(request, options),
            verdictOf,
          ),
        settle: (request, options) =>
          observe(
            'settle',
            labelOf(request.paymentRequirements.network),
            () => facilitator.settle(request, options),
            settlementOf,
          ),
      }
    },
    async refresh(facilitator) {
      const { networks } = await facilitator.health()
      for (const { network, status, openTransactions, wallets, gas } of networks) {
        open.set({ network }, openTransactions)
        isUp.set({ network }, status === 'unreachable' || status === 'behind' ? 0 : 1)
        if (gas) spent.set({ network }, toGauge(gas.spentToday))
        if (gas?.budget) budget.set({ network }, toGauge(gas.budget))
        for (const { address: wallet, ...state } of wallets) {
          balance.set({ network, wallet }, toGauge(state.balance))
          isLow.set({ network, wallet }, state.isDry ? 1 : 0)
        }
      }
    },
  }
}

const verdictOf = ({ isValid, invalidReason }: VerifyResponse) => (isValid ? 'valid' : (invalidReason ?? 'invalid'))

function settlementOf(outcome: SettleOutcome): string {
  if (outcome.kind !== 'refused') return outcome.kind
  return outcome.response.errorReason ?? 'refused'
}
