import type { CatalogDeps, Sale } from '../ports'
import { attributeSales } from './attribute-sales'
import { countSettlements } from './count-settlements'
import { queueUncounted } from './import-listings'
import { inTransaction, oneAtATime } from './in-transaction'
import { saleNote } from './sale-note'

const BATCH = 500

/**
 * Processes new sales batch by batch: counts sales of listed entries, lists tools, queues the rest to be probed. One
 * instance does it at a time. A sale leaves the facilitator's ledger only
 * when it has been counted, and counts once, however often it is read. Returns how many it read.
 */
export async function countSales(deps: CatalogDeps): Promise<number> {
  const { database, sales } = deps
  let taken = 0
  for (;;) {
    if ((await sales.list(1)).length === 0) return taken
    const counted = await oneAtATime(database, 'sales', async () => {
      const batch = await sales.list(BATCH)
      await countBatch(deps, batch)
      await sales.forget(batch.map(({ key }) => key))
      return batch.length
    })
    if (counted === null) return taken
    taken += counted
  }
}

/** Counts sales one by one where they fail together: one bad sale must not hold up the others for ever. */
async function countBatch(deps: CatalogDeps, batch: Sale[]): Promise<void> {
  try {
    await countAll(deps, batch)
  } catch (cause) {
    const outcomes: PromiseSettledResult<void>[] = []
    for (const sale of batch) outcomes.push(...(await Promise.allSettled([countAll(deps, [sale])])))
    // Where all fail, the sales are not the cause.
    if (outcomes.every(({ status }) => status === 'rejected')) throw cause
    for (const [index, outcome] of outcomes.entries()) {
      const sale = batch[index]
      if (outcome.status === 'rejected' && sale) await leaveOut(deps, sale, outcome.reason)
    }
  }
}

async function leaveOut(deps: CatalogDeps, sale: Sale, cause: unknown): Promise<void> {
  deps.log.error({ err: cause, sale: sale.key }, 'a sale cannot be counted and is left out')
  const { data: note } = saleNote.safeParse(sale.note)
  if (note && note.type !== 'plain') await queueUncounted(deps, note)
}

async function countAll(deps: CatalogDeps, batch: Sale[]): Promise<void> {
  const countable = await attributeSales(deps, batch)
  await inTransaction(deps.database, async (tx) => {
    // Need not wait for the disk: a sale leaves the ledger after that, so what a crash loses is counted again.
    await tx.$queryRaw`SELECT set_config('synchronous_commit', 'off', true)`
    await countSettlements(tx, countable, deps.clock())
  })
}
