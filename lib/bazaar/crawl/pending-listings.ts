import { type DatabaseTransaction, type Prisma, sql } from '@/lib/base/infra/database'
import { inEnglish } from '@/lib/base/sentences/in-english'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import { payToIdentity } from '../entry/entry-key'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import { inTransaction } from '../ingest/catalog-sql'
import { countSettlements } from '../ingest/count-settlements'
import type { CatalogDeps, Sale } from '../ports'
import { listProbed } from './probe-resource'
import { askResource, noteHostOutcome, takeHostTurn } from './probe-url'

const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 15_000
const LEASE_MS = 30_000
const PASSING = new Set(['unreachable', 'timeout', 'not_402', 'failed'])

type PendingListingRow = { key: string; url: string; method: string; attempts: number; due_at: Date }

/**
 * Finishes settlements' `processing` outcomes: asks each resource and lists it, or stores the reason why not. Several
 * workers share the queue; if one dies, the next takes its work after half a minute. A failure on our side is retried
 * like a resource that cannot be reached, and given up after as many tries. Returns how many were handled.
 */
export async function finishPendingListings(deps: CatalogDeps, limit = 10): Promise<number> {
  let handled = 0
  for (let taken = 0; taken < limit; taken += 1) {
    const row = await takeDue(deps)
    if (!row) break
    if (await finishOrFail(deps, row)) handled += 1
  }
  return handled
}

/** One at a time, so that none waits behind slow hosts until its lease is over. */
async function takeDue({ database, clock }: CatalogDeps): Promise<PendingListingRow | null> {
  const now = clock()
  const [row] = await database.rows<PendingListingRow>(sql`
    UPDATE catalog_pending_listings pending SET due_at = ${new Date(now.getTime() + LEASE_MS)}, attempts = pending.attempts + 1
    WHERE pending.key = (SELECT key FROM catalog_pending_listings WHERE state = 'waiting' AND due_at <= ${now} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING pending.key, pending.url, pending.method, pending.attempts, pending.due_at`)
  return row ?? null
}

async function finishOrFail(deps: CatalogDeps, row: PendingListingRow): Promise<boolean> {
  // More tries than there are: the last one ended in a crash.
  if (row.attempts <= MAX_ATTEMPTS) {
    try {
      return await finish(deps, row)
    } catch (error) {
      deps.log.error({ err: error, key: row.key }, 'a paid resource could not be listed')
    }
  }
  await conclude(deps, row, failed)
  return true
}

const failed = rejected(
  'failed',
  'The catalog could not process this resource. The next payment for it is tried again.',
)

async function finish(deps: CatalogDeps, row: PendingListingRow): Promise<boolean> {
  const now = deps.clock()
  const host = new URL(row.url).host
  if (!(await takeHostTurn(deps.database, host, now))) {
    await update(deps, row, { dueAt: new Date(now.getTime() + 1_000), attempts: { decrement: 1 } })
    return false
  }
  const answer = await askResource(deps, row.url, row.method as RouteMethod)
  await noteHostOutcome(deps.database, host, answer.probe, now)
  const outcome = await listProbed(deps, { url: row.url, answer, sourceLabel: 'settlement', source: 'settled' })
  await conclude(deps, row, outcome)
  return true
}

async function conclude(deps: CatalogDeps, row: PendingListingRow, outcome: ListingOutcome): Promise<void> {
  const now = deps.clock()
  const isPassing = outcome.status === 'rejected' && PASSING.has(outcome.code) && row.attempts < MAX_ATTEMPTS
  if (isPassing) {
    const dueAt = new Date(now.getTime() + FIRST_RETRY_MS * 4 ** (row.attempts - 1))
    await update(deps, row, { dueAt, reason: inEnglish(outcome.why) })
    return
  }
  const [state, reason] = outcome.status === 'rejected' ? ['rejected', inEnglish(outcome.why)] : ['success', null]
  await inTransaction(deps.database, async (tx) => {
    const isConcluded = await update({ database: tx }, row, { state, reason })
    if (outcome.status === 'success') await countWaiting(tx, outcome.key, await takeWaiting(tx, row.key), now)
    // Sales made in between wait for the next probe.
    else if (isConcluded) await takeWaiting(tx, row.key)
  })
}

/** False, with nothing changed, when a newer payment or another worker has taken the row over. */
async function update(
  { database }: { database: DatabaseTransaction },
  { key, due_at }: PendingListingRow,
  data: Prisma.CatalogPendingListingUpdateManyMutationInput,
): Promise<boolean> {
  const where = { key, dueAt: due_at, state: 'waiting' }
  return (await database.catalogPendingListing.updateMany({ where, data })).count > 0
}

type WaitingSale = Pick<Sale, 'key' | 'network' | 'payer' | 'payTo' | 'amountAtomic' | 'settledAt'>

const takeWaiting = (tx: DatabaseTransaction, listingKey: string) =>
  tx.rows<WaitingSale>(sql`
  DELETE FROM catalog_settlements WHERE listing_key = ${listingKey} AND entry_id IS NULL
  RETURNING authorization_key AS key, network, payer, pay_to AS "payTo", amount_atomic AS "amountAtomic", settled_at AS "settledAt"`)

/** Counts the payments that waited for the listing, where its payee is theirs. */
async function countWaiting(tx: DatabaseTransaction, key: string, waiting: WaitingSale[], now: Date): Promise<void> {
  const entry = await tx.catalogEntry.findUnique({ where: { key }, include: { options: true } })
  if (!entry) return
  const payees = new Set(entry.options.map(({ network, payTo }) => `${network} ${payToIdentity(network, payTo ?? '')}`))
  const paid = waiting.filter(({ network, payTo }) => payees.has(`${network} ${payToIdentity(network, payTo)}`))
  const sales = paid.map((sale) => ({ ...sale, entryId: entry.id }))
  await countSettlements(tx, sales, now)
}
