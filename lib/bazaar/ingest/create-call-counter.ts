import { v7 as orderedId } from 'uuid'
import type { CatalogDeps, Sale } from '../ports'
import { countBatch } from './count-sales'
import type { KnownOutcomes } from './create-known-outcomes'
import { readSale, type SaleRequest } from './read-sale'

/** One call of a listed route that was paid by a voucher. */
type PaidCall = {
  routeKey: string
  resource: string
  payer: string
  amountAtomic: bigint
  requirements: SaleRequest['paymentRequirements']
  /** What the route says of itself; asked for once for all calls of a stretch. */
  readBazaar: () => unknown
  at: Date
}

export type CallCounter = {
  /** Notes a call, in memory alone. */
  add: (call: PaidCall) => void
  /** Counts what was noted since the last time; after a failure it is kept for the next time. */
  flush: () => Promise<number>
}

/** Payers of routes that wait in memory at most. */
const MAX_STRETCHES = 10_000

/**
 * Counts calls that are too small to be written down one by one: each instance adds up what one payer calls at one
 * route, and writes it as one sale. What it has noted since is lost when it is killed; no money depends on it.
 */
export function createCallCounter(deps: CatalogDeps, known: KnownOutcomes): CallCounter {
  let stretches = new Map<string, Sale>()

  return {
    add(call) {
      const { network, scheme, asset, payTo } = call.requirements
      const place = `${call.routeKey} ${network} ${payTo} ${call.payer}`
      const stretch = stretches.get(place)
      if (stretch) {
        stretch.times = (stretch.times ?? 0) + 1
        stretch.amountAtomic += call.amountAtomic
        stretch.settledAt = call.at
      } else if (stretches.size < MAX_STRETCHES) {
        const { payer, amountAtomic, at: settledAt } = call
        const note = readSale(deps, known, requestOf(call)).note
        const sale = { network, scheme, asset, payTo, payer, amountAtomic, settledAt, note }
        if (note) stretches.set(place, { ...sale, key: `calls:${orderedId()}`, times: 1 })
      }
    },
    async flush() {
      const taken = stretches
      stretches = new Map()
      if (taken.size === 0) return 0
      try {
        await countBatch(deps, [...taken.values()])
      } catch (error) {
        // Under keys of their own: a sale counts once, however often it is given.
        for (const sale of taken.values()) if (stretches.size < MAX_STRETCHES) stretches.set(sale.key, sale)
        throw error
      }
      return taken.size
    },
  }
}

/** As the payment of such a call says what it buys. */
const requestOf = ({ resource, requirements, readBazaar }: PaidCall): SaleRequest => ({
  paymentRequirements: requirements,
  paymentPayload: {
    x402Version: 2,
    resource: { url: resource },
    accepted: requirements,
    payload: {},
    extensions: { bazaar: readBazaar() },
  },
})
