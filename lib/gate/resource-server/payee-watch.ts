import { LRUCache } from 'lru-cache'
import type { Chains } from '@/lib/base/chains/chains'
import { type Payee, type PayeeFault, readPayeeFault } from '@/lib/base/chains/payee-fault'
import { within } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import type { Logger } from '@/lib/base/infra/logger'
import { findPayeesElsewhere } from '@/lib/payments/find-payments'

const BELIEVED_MS = 60_000
/** A chain that does not answer is asked again sooner. */
const UNANSWERED_MS = 10_000
/** Longest wait of the first offer to a payee for the chain. */
const PATIENCE_MS = 1_000
const MAX_PAYEES = 10_000

type Known = { fault: PayeeFault | null }

/**
 * Reads why a payee cannot be paid, keeps it for a minute, and then reads it again without delaying the answer. A payee
 * whose state is not known in time counts as payable: a silent node stops no sale. Logs each fault found.
 */
export function createPayeeWatch(
  chains: Chains,
  log: Pick<Logger, 'warn'>,
): (payee: Payee) => Promise<PayeeFault | null> {
  const known = new LRUCache<string, Known, Payee>({
    max: MAX_PAYEES,
    ttl: BELIEVED_MS,
    allowStale: true,
    // One that is forgotten while it is asked about is answered all the same.
    ignoreFetchAbort: true,
    async fetchMethod(_key, before, { options, context: payee }) {
      const [asked] = await Promise.allSettled([readPayeeFault(chains, payee)])
      if (asked.status === 'rejected') {
        options.ttl = UNANSWERED_MS
        return before ?? { fault: null }
      }
      const { network, payTo } = payee
      if (asked.value !== null && asked.value !== before?.fault)
        log.warn({ network, payTo, fault: asked.value }, 'No payment can reach a payee: its option is not offered')
      return { fault: asked.value }
    },
  })
  return async (payee) => {
    const asking = known.fetch(`${payee.network} ${payee.asset} ${payee.payTo}`, { context: payee })
    return (await within(PATIENCE_MS, asking))?.fault ?? null
  }
}

/** Logs each payee that is also paid at another origin: with its own database, that one would open our purchases. */
export async function warnOfPayeesElsewhere(parts: {
  database: Database
  publicOrigin: string
  log: Pick<Logger, 'warn'>
}): Promise<void> {
  const { database, publicOrigin, log } = parts
  for (const { network, address, elsewhere } of await findPayeesElsewhere(database, publicOrigin))
    log.warn(
      { network, payTo: address, elsewhere },
      'Another server is paid at the same address: both must share one database, or have an address each',
    )
}
