import type { Registry } from 'prom-client'
import { metersOf } from '@/lib/base/infra/meters'
import { type Facilitator, settlementOf, verdictOf } from './create-facilitator'
import type { PaymentRequest } from './read-payment'

/** The facilitator's metrics for Prometheus. Labels come from short known lists: never a payer, never a key. */
export type FacilitatorMetrics = ReturnType<typeof createFacilitatorMetrics>

/** Wei, lamports and so on as a floating number: a gauge for people, never a basis for decisions. */
const toGauge = (atomic: string) => Number(atomic)

export function createFacilitatorMetrics(registry: Registry) {
  const { counter, gauge, seconds } = metersOf(registry)
  const latency = seconds(
    'facilitator_duration_seconds',
    'Time to answer, by verb and network.',
    ['verb', 'network'],
    [60],
  )
  const outcomes = counter(
    'facilitator_outcomes_total',
    'Verdicts and settlements, by verb, network and outcome; refusals by their reason.',
    'verb',
    'network',
    'outcome',
  )
  const inFlight = gauge('facilitator_in_flight', 'Calls under way.', 'verb')
  const open = gauge('facilitator_open_transactions', 'Transactions that this process watches.', 'network')
  const balance = gauge(
    'facilitator_gas_balance',
    "Balance of a gas wallet in the chain's smallest unit.",
    'network',
    'wallet',
  )
  const isLow = gauge(
    'facilitator_gas_low',
    '1 for a gas wallet that holds too little to be used.',
    'network',
    'wallet',
  )
  const spent = gauge(
    'facilitator_gas_spent_today',
    "Gas paid since midnight UTC, in the chain's smallest unit.",
    'network',
  )
  const budget = gauge(
    'facilitator_gas_budget',
    'What may be spent in a day; absent where nothing limits it.',
    'network',
  )
  const isUp = gauge(
    'facilitator_network_up',
    '0 for a network whose nodes do not answer, or lack what the ledger has seen.',
    'network',
  )

  const reorged = counter(
    'facilitator_reorged_total',
    'Settled payments that a reorganisation of the chain took away: found, and lost finally.',
    'network',
    'outcome',
  )

  return {
    watch(facilitator: Facilitator): Facilitator {
      const known = new Set(facilitator.supported().kinds.map(({ network }) => network))
      // From zero on, so that the first one is an increase.
      for (const network of known) for (const outcome of ['found', 'lost']) reorged.inc({ network, outcome }, 0)
      async function observe<T>(
        verb: string,
        request: PaymentRequest,
        run: () => Promise<T>,
        nameOf: (end: T) => string,
      ) {
        // A network comes from the caller: unknown ones share one label, or anyone could make endless labels.
        const { network: named } = request.paymentRequirements
        const network = known.has(named) ? named : 'other'
        inFlight.inc({ verb })
        const stop = latency.startTimer({ verb, network })
        try {
          const end = await run()
          outcomes.inc({ verb, network, outcome: nameOf(end) })
          return end
        } catch (error) {
          outcomes.inc({ verb, network, outcome: 'error' })
          throw error
        } finally {
          stop()
          inFlight.dec({ verb })
        }
      }
      return {
        ...facilitator,
        lookAgain: async () => {
          const looked = await facilitator.lookAgain()
          for (const { network, ...counts } of looked)
            for (const [outcome, count] of Object.entries(counts)) reorged.inc({ network, outcome }, count)
          return looked
        },
        verify: (request, options) => observe('verify', request, () => facilitator.verify(request, options), verdictOf),
        settle: (request, options) =>
          observe('settle', request, () => facilitator.settle(request, options), settlementOf),
      }
    },
    /** Brings the figures of the networks up to date; asks them for their gas balances. */
    async refresh(facilitator: Facilitator) {
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
