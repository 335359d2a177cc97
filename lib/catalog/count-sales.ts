import { randomUUID } from 'node:crypto'
import { attributeSales } from './attribute-sales'
import { countSettlements } from './count-settlements'
import { inTransaction } from './in-transaction'
import { endLease, takeLease } from './lease'
import type { CatalogDeps } from './ports'

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
    const countable = await attributeSales(deps, batch)
    await inTransaction(database, (tx) => countSettlements(tx, countable, clock()))
    await sales.forget(batch.map(({ key }) => key))
    taken += batch.length
  }
  if (taken > 0) await endLease(database, lease, clock())
  return taken
}
