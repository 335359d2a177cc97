import { v7 as orderedId } from 'uuid'
import type { CatalogDeps, Sale } from '../ports'
import { countBatch } from './count-sales'
import type { KnownOutcomes } from './create-known-outcomes'
import { readSale, type SaleRequest } from './read-sale'

type PaidCall = {
  routeKey: string
  resource: string
  payer: string
  amountAtomic: bigint
  requirements: SaleRequest['paymentRequirements']
  /** The route's own description; read once for all calls that are added up together. */
  readBazaar: () => unknown
  at: Date
}

export type CallCounter = {
  /** Notes a call, only in memory. */
  add: (call: PaidCall) => void
  /** Counts the calls noted since the last time; after a failure they are kept for the next time. */
  flush: () => Promise<number>
}

/** Pairs of payer and route that wait in memory at most. */
const MAX_STRETCHES = 10_000

/**
 * Counts calls that are too small to be stored one by one: each instance adds up one payer's calls at one route, and
 * writes the sum as one sale. A killed instance loses what it has noted since; no money depends on it.
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
        // Under separate keys: a sale counts once, however often it is given.
        for (const sale of taken.values()) if (stretches.size < MAX_STRETCHES) stretches.set(sale.key, sale)
        throw error
      }
      return taken.size
    },
  }
}

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
