import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SettleOutcome, VerifyResponse } from '@/lib/x402/wire'
import type { Facilitator } from './create-facilitator'

/** What the facilitator counts, in Prometheus' text format. Labels are few and known: never a payer, never a key. */
export type FacilitatorMetrics = {
  /** The same facilitator, watched. */
  watch(facilitator: Facilitator): Facilitator
  /** The current figures; asks the networks for their gas balances. */
  read(facilitator: Facilitator): Promise<{ contentType: string; text: string }>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Wei, lamports and so on as a floating number: a gauge for people, never a basis for decisions. */
const toGauge = (atomic: string) => Number(atomic)

export function createFacilitatorMetrics(): FacilitatorMetrics {
  const registry = new Registry()
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
      // A network comes from the caller: unknown ones share one label, or anybody could make labels without end.
      const labelOf = (network: string) => (known.has(network) ? network : 'other')
      return {
        ...facilitator,
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
    async read(facilitator) {
      const { networks } = await facilitator.health()
      for (const { network, openTransactions, wallets } of networks) {
        open.set({ network }, openTransactions)
        for (const wallet of wallets) balance.set({ network, wallet: wallet.address }, toGauge(wallet.balance))
      }
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

const verdictOf = ({ isValid, invalidReason }: VerifyResponse) => (isValid ? 'valid' : (invalidReason ?? 'invalid'))

function settlementOf(outcome: SettleOutcome): string {
  if (outcome.kind !== 'refused') return outcome.kind
  return outcome.response.errorReason ?? 'refused'
}
