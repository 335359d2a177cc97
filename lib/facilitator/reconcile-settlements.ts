import { randomUUID } from 'node:crypto'
import { Prisma } from '@/lib/base/infra/database'
import type { NetworkSettler } from './create-network-settler'
import { listOpenTransactions } from './ledger/find-settlement'
import { listMissingNonces, storeAtMissingNonce } from './ledger/wallet-order'
import type { FacilitatorDeps } from './ports'
import type { FacilitatorRoom } from './settlement'

/** Abandoned transactions of one network that a pass takes up. */
const MAX_TAKEN_UP = 50

/**
 * Finishes work that no running call finishes: watches stored transactions that other instances, or this one before a
 * crash, left open, and releases claims that never got a transaction. Each network has its own share of a pass. Safe to
 * run anywhere, any number of times.
 */
export async function reconcileSettlements(room: FacilitatorRoom): Promise<{ takenUp: number }> {
  const { deps, limits, settlers } = room
  const before = Prisma.sql`now() - make_interval(secs => ${limits.takeOverAfterMs / 1000}::double precision)`
  await deps.database.$executeRaw`
    WITH lapsed AS (
      SELECT key FROM settlements WHERE state = 'claimed' AND claimed_at < ${before}
      ORDER BY key FOR UPDATE
    )
    UPDATE settlements AS s SET state = 'abandoned', reason = 'claim_lapsed' FROM lapsed WHERE s.key = lapsed.key`
  const counts = await Promise.all(settlers.map((settler) => takeUp(room, settler, before)))
  for (const settler of settlers) {
    fillGaps(deps, settler).catch((error: unknown) =>
      deps.log.warn({ err: error, network: settler.chain.network }, 'reconcile: the wallets could not be looked at'),
    )
  }
  return { takenUp: counts.reduce((sum, count) => sum + count, 0) }
}

async function takeUp({ deps }: FacilitatorRoom, settler: NetworkSettler, before: Prisma.Sql): Promise<number> {
  const { network } = settler.chain
  // Transactions already watched here must not crowd out the unwatched ones.
  const forgotten = await deps.database.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM settlement_transactions
    WHERE network = ${network} AND state = 'open' AND created_at < ${before}
      AND NOT (id = ANY (${settler.openIds()}::uuid[]))
    ORDER BY wallet, nonce LIMIT ${MAX_TAKEN_UP}`
  const open = await listOpenTransactions(
    deps.database,
    forgotten.map(({ id }) => id),
  )
  const resumed = open.map(settler.resume)
  for (const watch of resumed) {
    watch?.catch((error: unknown) => deps.log.error({ err: error }, 'reconcile: a transaction could not be followed'))
  }
  return resumed.filter((watch) => watch !== null).length
}

/**
 * Sends empty transactions to ourselves at missing nonces below others of ours, which could never land otherwise.
 * Checks only while a transaction of the network is open.
 */
async function fillGaps({ database, log }: FacilitatorDeps, settler: NetworkSettler): Promise<void> {
  const { chain } = settler
  if (!chain.fill || settler.openIds().length === 0) return
  const { network } = chain
  for (const wallet of chain.wallets) {
    const { nextNonce } = await chain.readWallet(wallet)
    if (nextNonce === null) continue
    for (const nonce of await listMissingNonces(database, { network, wallet, chainNonce: nextNonce })) {
      const signed = await chain.fill({ wallet, nonce, earlier: null })
      const id = randomUUID()
      if (!(await storeAtMissingNonce(database, { id, network, wallet, nonce, signed }))) continue
      log.warn({ network, wallet, nonce: nonce.toString() }, 'reconcile: a missing nonce is filled')
      const { hash, raw, lastValidHeight } = signed
      const sent = { wallet, nonce, hashes: [hash], raw, lastValidHeight }
      settler
        .resume({ id, network, sent, settlements: [] })
        ?.catch((error: unknown) => log.error({ err: error }, 'reconcile: a filled nonce could not be followed'))
    }
  }
}
