import type { DatabaseTransaction, Prisma } from '@/lib/infra/database'
import { countSettlements } from './count-settlements'
import { noteHostOutcome, takeHostTurn } from './host-turn'
import { inTransaction } from './in-transaction'
import { payToIdentity } from './index-documents'
import type { CatalogDeps, Sale } from './ports'
import { listProbed, type ListingOutcome } from './probe-resource'
import { probeUrl, type ProbeMethod } from './probe-url'
import type { RouteNote } from './sale-note'

const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 15_000
const LEASE_MS = 30_000
/** Faults that may pass by themselves. */
const PASSING = new Set(['unreachable', 'timeout', 'not_402'])

/**
 * Remembers what was paid for until the worker has asked the live resource, with the payments to count once it is
 * listed. A newer payment has it asked at once.
 */
export async function queueListings(
  { database, clock }: Pick<CatalogDeps, 'database' | 'clock'>,
  noted: { sale: Sale; note: RouteNote }[],
): Promise<void> {
  if (noted.length === 0) return
  const now = clock()
  const newest = [...new Map(noted.map(({ note }) => [note.key, note])).values()]
  // One order for all writers, so that two of them never wait for each other.
  const listings = newest.map(({ key, url, method }) => ({ key, url, method })).sort((a, b) => (a.key < b.key ? -1 : 1))
  const sales = noted.map(({ sale, note }) => ({
    key: sale.key,
    listing_key: note.key,
    network: sale.network,
    payer: sale.payer,
    pay_to: sale.payTo,
    amount: sale.amountAtomic.toString(),
    settled_at: sale.settledAt,
  }))
  await inTransaction(database, async (tx) => {
    await tx.$executeRaw`
      insert into catalog_pending_listings (key, url, method, due_at, queued_at, state)
      select key, url, method, ${now}, ${now}, 'waiting'
      from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as listing(key text, url text, method text)
      on conflict (key) do update set url = excluded.url, method = excluded.method, due_at = ${now}, state = 'waiting',
        reason = null, attempts = 0`
    await tx.$executeRaw`
      insert into catalog_waiting_sales (key, listing_key, network, payer, pay_to, amount_atomic, settled_at)
      select key, listing_key, network, payer, pay_to, amount, settled_at
      from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as sale(
        key text, listing_key text, network text, payer text, pay_to text, amount numeric, settled_at timestamptz)
      on conflict do nothing`
  })
}

type Row = { key: string; url: string; method: string; attempts: number; due_at: Date }

/**
 * Finishes what settlements left `processing`: asks each resource and lists it, or keeps the reason why not.
 * Several workers share the queue; one that dies loses its work to the next after half a minute. Returns how many were handled.
 */
export async function finishPendingListings(deps: CatalogDeps, limit = 10): Promise<number> {
  let handled = 0
  for (let taken = 0; taken < limit; taken += 1) {
    const row = await takeDue(deps)
    if (!row) break
    if (await finish(deps, row)) handled += 1
  }
  return handled
}

/** One at a time, so that none waits behind slow hosts until its lease is over. */
async function takeDue({ database, clock }: CatalogDeps): Promise<Row | null> {
  const now = clock()
  const [row] = await database.$queryRaw<Row[]>`
    update catalog_pending_listings pending set due_at = ${new Date(now.getTime() + LEASE_MS)}, attempts = pending.attempts + 1
    where pending.key = (select key from catalog_pending_listings where state = 'waiting' and due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning pending.key, pending.url, pending.method, pending.attempts, pending.due_at`
  return row ?? null
}

async function finish(deps: CatalogDeps, row: Row): Promise<boolean> {
  const now = deps.clock()
  const method = row.method as ProbeMethod
  const host = new URL(row.url).host
  if (!(await takeHostTurn(deps.database, host, now))) {
    await update(deps, row, { dueAt: new Date(now.getTime() + 1_000), attempts: { decrement: 1 } })
    return false
  }
  const probe = await probeUrl(deps, row.url, method)
  await noteHostOutcome(deps.database, host, probe.isUp, now)
  const outcome = await listProbed(deps, { url: row.url, method, probe, sourceLabel: 'settlement', source: 'settled' })
  await conclude(deps, row, outcome)
  return true
}

async function conclude(deps: CatalogDeps, row: Row, outcome: ListingOutcome): Promise<void> {
  const now = deps.clock()
  const isPassing = outcome.status === 'rejected' && PASSING.has(outcome.code) && row.attempts < MAX_ATTEMPTS
  if (isPassing) {
    const dueAt = new Date(now.getTime() + FIRST_RETRY_MS * 4 ** (row.attempts - 1))
    await update(deps, row, { dueAt, reason: outcome.rejectedReason })
    return
  }
  const [state, reason] = outcome.status === 'rejected' ? ['rejected', outcome.rejectedReason] : ['success', null]
  await inTransaction(deps.database, async (tx) => {
    const isConcluded = await update({ database: tx }, row, { state, reason })
    if (outcome.status === 'success') await countWaiting(tx, outcome.key, await takeWaiting(tx, row.key), now)
    // What was sold meanwhile waits for the next probe.
    else if (isConcluded) await takeWaiting(tx, row.key)
  })
}

/** False, and nothing changed, once a newer payment has come, or another worker: theirs is what is waited for then. */
async function update(
  { database }: { database: DatabaseTransaction },
  { key, due_at }: Row,
  data: Prisma.CatalogPendingListingUpdateManyMutationInput,
): Promise<boolean> {
  const where = { key, dueAt: due_at, state: 'waiting' }
  return (await database.catalogPendingListing.updateMany({ where, data })).count > 0
}

type Waiting = Pick<Sale, 'key' | 'network' | 'payer' | 'payTo' | 'settledAt'> & { amount: string }

const takeWaiting = (tx: DatabaseTransaction, listingKey: string) => tx.$queryRaw<Waiting[]>`
  delete from catalog_waiting_sales where listing_key = ${listingKey}
  returning key, network, payer, pay_to as "payTo", amount_atomic::text as amount, settled_at as "settledAt"`

/** Counts the payments that waited for the listing, as far as it pays whom they paid. */
async function countWaiting(tx: DatabaseTransaction, key: string, waiting: Waiting[], now: Date): Promise<void> {
  const entry = await tx.catalogEntry.findUnique({ where: { key }, include: { options: true } })
  if (!entry) return
  const payees = new Set(entry.options.map(({ network, payTo }) => `${network} ${payToIdentity(network, payTo ?? '')}`))
  const paid = waiting.filter(({ network, payTo }) => payees.has(`${network} ${payToIdentity(network, payTo)}`))
  const sales = paid.map(({ amount, ...sale }) => ({ ...sale, amountAtomic: BigInt(amount), entryId: entry.id }))
  await countSettlements(tx, sales, now)
}

/** How the listing of a resource is coming along, for sellers who watch it. */
export async function findListingState(
  { database }: Pick<CatalogDeps, 'database'>,
  key: string,
): Promise<{ status: 'success' | 'processing' | 'rejected' | 'delisted'; reason: string | null } | null> {
  const [entry, pending] = await Promise.all([
    database.catalogEntry.findUnique({ where: { key }, select: { status: true } }),
    database.catalogPendingListing.findUnique({ where: { key } }),
  ])
  if (entry?.status === 'delisted') return { status: 'delisted', reason: null }
  if (entry?.status === 'listed') return { status: 'success', reason: null }
  if (pending === null) return null
  return { status: pending.state === 'rejected' ? 'rejected' : 'processing', reason: pending.reason }
}
