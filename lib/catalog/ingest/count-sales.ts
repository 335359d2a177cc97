import { randomUUID } from 'node:crypto'
import type { CatalogDeps, Sale } from '../ports'
import { attributeSales } from './attribute-sales'
import { countSettlements } from './count-settlements'
import { inTransaction } from './in-transaction'
import { endLease, takeLease } from './lease'

const BATCH = 500
const LEASE_MS = 10_000
const holder = randomUUID()

/**
 * Takes up what has been sold since it last ran, batch by batch: counts it for what is listed, lists tools, has
 * everything else probed. One instance at a time is at it, and takes over after ten seconds from one that died. A sale
 * counts once, however often it is taken up: it leaves the facilitator's ledger only when it has been counted.
 * Returns how many were taken up.
 */
export async function countSales(deps: CatalogDeps): Promise<number> {
  const { database, clock, sales } = deps
  const lease = { name: 'sales', holder }
  let taken = 0
  for (;;) {
    const batch = await sales.list(BATCH)
    if (batch.length === 0) break
    const now = clock()
    if (!(await takeLease(database, lease, now, new Date(now.getTime() + LEASE_MS)))) return taken
    await countBatch(deps, batch)
    await sales.forget(batch.map(({ key }) => key))
    taken += batch.length
  }
  if (taken > 0) await endLease(database, lease, clock())
  return taken
}

/** One by one where they fail together: what cannot be counted must not hold up the others for ever. */
async function countBatch(deps: CatalogDeps, batch: Sale[]): Promise<void> {
  try {
    await countAll(deps, batch)
  } catch (cause) {
    const outcomes: PromiseSettledResult<void>[] = []
    for (const sale of batch) outcomes.push(...(await Promise.allSettled([countAll(deps, [sale])])))
    // Where none can be counted, it is not they who are at fault.
    if (outcomes.every(({ status }) => status === 'rejected')) throw cause
    for (const [index, outcome] of outcomes.entries())
      if (outcome.status === 'rejected')
        deps.log.error({ err: outcome.reason, sale: batch[index]?.key }, 'a sale cannot be counted and is left out')
  }
}

async function countAll(deps: CatalogDeps, batch: Sale[]): Promise<void> {
  const countable = await attributeSales(deps, batch)
  await inTransaction(deps.database, async (tx) => {
    // Need not wait for the disk: a sale leaves the ledger after that, so what a crash loses is counted again.
    await tx.$queryRaw`SELECT set_config('synchronous_commit', 'off', true)`
    await countSettlements(tx, countable, deps.clock())
  })
}
