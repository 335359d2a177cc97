import { z } from 'zod'
import type { Prisma } from '@/lib/infra/database'
import { noteHostOutcome, takeHostTurn } from './host-turn'
import type { Settled } from './index-settlement'
import type { CatalogDeps } from './ports'
import { listProbed, type ListingOutcome } from './probe-resource'
import { probeUrl, type ProbeMethod } from './probe-url'
import { recordSettlement } from './record-settlement'
import { isObject } from './sanitise'

const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 15_000
const LEASE_MS = 30_000
/** Faults that may pass by themselves. */
const PASSING = new Set(['unreachable', 'timeout', 'not_402'])

export type Pending = {
  key: string
  resource: string
  host: string
  url: string
  method: ProbeMethod
  settled: Settled
}

/** Remembers what was paid for until the worker has asked the live resource. A newer payment for it replaces the older. */
export async function queueListing(
  { database, clock }: Pick<CatalogDeps, 'database' | 'clock'>,
  { key, url, method, settled }: Pending,
): Promise<void> {
  const now = clock()
  const settlement = {
    paymentRequirements: settled.paymentRequirements,
    response: settled.response,
    // Only its hash is needed; the signature in it is nobody's business.
    paymentPayload: {
      x402Version: 2,
      accepted: settled.paymentRequirements,
      payload: { transaction: settled.response.transaction },
    },
  }
  const row = {
    url: url.slice(0, 2_048),
    method,
    dueAt: now,
    state: 'waiting',
    reason: null,
    settlement: JSON.parse(JSON.stringify(settlement)) as object,
  }
  await database.catalogPendingListing.upsert({
    where: { key },
    create: { key, queuedAt: now, ...row },
    update: { ...row, attempts: 0 },
  })
}

const storedSettlement = z.object({
  paymentRequirements: z.record(z.unknown()),
  response: z.record(z.unknown()),
  paymentPayload: z.record(z.unknown()),
})

type Row = { key: string; url: string; method: string; attempts: number; settlement: unknown; due_at: Date }

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
    returning pending.key, pending.url, pending.method, pending.attempts, pending.settlement, pending.due_at`
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
    return update(deps, row, { dueAt, reason: outcome.rejectedReason })
  }
  const reason = outcome.status === 'rejected' ? outcome.rejectedReason : null
  await update(deps, row, { state: outcome.status === 'rejected' ? 'rejected' : 'success', reason })
  if (outcome.status === 'success') await countSettlement(deps, outcome.key, row.settlement)
}

/** Changes nothing once a newer payment has come, or another worker: theirs is what is waited for then. */
async function update(
  { database }: CatalogDeps,
  { key, due_at }: Row,
  data: Prisma.CatalogPendingListingUpdateManyMutationInput,
): Promise<void> {
  await database.catalogPendingListing.updateMany({ where: { key, dueAt: due_at, state: 'waiting' }, data })
}

/** Counts the payment that brought the listing, if the listing pays whom the payment paid. */
async function countSettlement(deps: CatalogDeps, key: string, stored: unknown): Promise<void> {
  const parsed = storedSettlement.safeParse(stored)
  const entry = await deps.database.catalogEntry.findUnique({ where: { key }, include: { options: true } })
  if (!parsed.success || !entry || !isObject(stored)) return
  // Written by queueListing from these very types; the schema has checked its outline.
  const settled = stored as unknown as Settled
  const payees = entry.options.map((option) => `${option.network} ${option.payTo?.toLowerCase()}`)
  const { network, payTo } = settled.paymentRequirements
  if (payees.includes(`${network} ${payTo.toLowerCase()}`))
    await recordSettlement(deps, { ...settled, entryId: entry.id })
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
