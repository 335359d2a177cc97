import { inFlightStates, ledgerAuthorizationOf, sentTransactionOf } from './ledger/settlement-record'
import type { FacilitatorRoom } from './create-facilitator'

/** How many forgotten transactions one pass takes up. */
const MAX_TAKEN_UP = 50

/**
 * Finishes what no running call finishes: takes up stored transactions that other instances, or this one before a
 * crash, left open, and lets go of claims that never came to a transaction. Safe to run anywhere, any number of times.
 */
export async function reconcileSettlements({
  deps,
  limits,
  lane,
  lanes,
}: FacilitatorRoom): Promise<{ takenUp: number }> {
  const before = new Date(deps.clock().getTime() - limits.takeOverAfterMs)
  await deps.database.$executeRaw`
    WITH lapsed AS (
      SELECT key FROM settlements WHERE state = 'claimed' AND claimed_at < ${before}::timestamptz
      ORDER BY key FOR UPDATE
    )
    UPDATE settlements AS s SET state = 'abandoned', reason = 'claim_lapsed' FROM lapsed WHERE s.key = lapsed.key`
  // Those that are watched here already must not crowd out the forgotten ones.
  const watched = lanes.flatMap((entry) => entry.openIds())
  const rows = await deps.database.settlementTransaction.findMany({
    where: {
      id: { notIn: watched },
      state: 'open',
      createdAt: { lt: before },
      network: { in: deps.chains.map((chain) => chain.network) },
    },
    include: { settlements: { where: { state: { in: inFlightStates } } } },
    orderBy: [{ network: 'asc' }, { wallet: 'asc' }, { nonce: 'asc' }],
    take: MAX_TAKEN_UP,
  })
  const resumed = rows.map((row) =>
    lane(row.network).resume({
      id: row.id,
      network: row.network,
      sent: sentTransactionOf(row),
      settlements: row.settlements.map(ledgerAuthorizationOf),
    }),
  )
  for (const watch of resumed) {
    watch?.catch((error: unknown) => deps.log.error({ err: error }, 'reconcile: a transaction could not be followed'))
  }
  return { takenUp: resumed.filter((watch) => watch !== null).length }
}
