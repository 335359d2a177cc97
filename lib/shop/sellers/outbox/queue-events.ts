import { type Database, type DatabaseTransaction, sql, timeOf } from '@/lib/base/infra/database'
import type { OutboxItem } from '@/lib/base/infra/generated/prisma/client'
import { daysBefore, prune, type Retention } from '@/lib/base/infra/prune'
import { findFailingRoutes } from '@/lib/payments/find-payments'
import { endedPaymentsSql } from '@/lib/payments/list-shop-payments'
import type { SellersContext } from '../ports'
import type { WebhookEvent } from '../webhooks/endpoints'

/** E-mails are written from the event in `body`, as webhooks get it, when they are sent. */
type NewItem = Pick<OutboxItem, 'sellerId' | 'receiver' | 'eventId' | 'eventType' | 'body'>
export type DueItem = NewItem & Pick<OutboxItem, 'id' | 'attemptCount' | 'createdAt'>

export const isMailReceiver = (receiver: string): boolean => receiver.includes('@')

/** Puts items that are not there yet into the outbox; returns the number of new ones. Joins the caller's transaction. */
export async function queueItems(
  database: Database | DatabaseTransaction,
  items: readonly NewItem[],
  now: Date,
): Promise<number> {
  if (items.length === 0) return 0
  const due = { state: 'waiting' as const, nextAttemptAt: now, createdAt: now }
  const { count } = await database.outboxItem.createMany({
    data: items.map((item) => ({ ...item, ...due })),
    skipDuplicates: true,
  })
  return count
}

/** The end of one try. `isFinal`: no other try can help. */
export type Attempt = { isTaken: boolean; isFinal?: boolean; responseStatus?: number | null; fault: string | null }

/** Adds what was kept of a payment to what events say of it. Amounts are digits; null where nothing was charged. */
export function withKept<Payment extends { amountAtomic: string | null; refundedAtomic: string }>(payment: Payment) {
  const { amountAtomic, refundedAtomic } = payment
  const keptAtomic = amountAtomic === null ? null : (BigInt(amountAtomic) - BigInt(refundedAtomic)).toString()
  return { ...payment, keptAtomic }
}

/** A row of `endedPaymentsSql`, as far as it is read here. */
type EndedPayment = {
  sellerId: string
  receiver: string
  paymentId: string
  amountAtomic: string | null
  refundedAtomic: string
  status: 'settled' | 'received' | 'refused' | 'undecidable'
  wasUnknown: boolean
  endedAt: Date
}

const SWEEP_LIMIT = 500
/** E-mails to one shop about single sales within one day (UTC). */
const MAILS_OF_A_DAY = 100

/**
 * Queues an event for every payment that has ended since the previous sweep, outside of the payment itself: for webhooks
 * that subscribe to it, and for addresses that are told of each sale. Instances may sweep at once and again: an event is
 * stored once for each receiver. Sweeps overlap, to include transactions that were open at the time. A sweep ends by the
 * database's clock, as payments do: clocks of instances differ.
 */
export async function queuePayments({ database, clock, mail }: SellersContext): Promise<number> {
  const now = clock()
  const begunAtMs = performance.now()
  const today = new Date(now.toISOString().slice(0, 10))
  const rows = await database.rows<EndedPayment>(sql`
    SELECT receiver.id AS receiver, receiver.seller_id::text AS "sellerId", payment.*
    FROM (
      SELECT id::text, seller_id, events, swept_until, created_at AS since, ${SWEEP_LIMIT}::bigint AS most
      FROM webhook_endpoints WHERE is_enabled
      UNION ALL
      SELECT address, seller_id, ARRAY['payment.settled', 'payment.resolved'], swept_until, confirmed_at,
        greatest(0, ${MAILS_OF_A_DAY} - (SELECT count(*) FROM outbox WHERE outbox.seller_id = mailboxes.seller_id
          AND receiver = address AND event_type = ANY (ARRAY['payment.settled', 'payment.resolved'])
          AND created_at >= ${today}))
      FROM mailboxes WHERE ${mail !== null} AND confirmed_at IS NOT NULL AND tells_each_sale
    ) receiver JOIN sellers seller ON seller.id = receiver.seller_id
    CROSS JOIN LATERAL (
      SELECT ended.* FROM (${endedPaymentsSql(sql`seller.handle`)}) AS ended
      WHERE ended."endedAt" > receiver.swept_until - interval '2 minutes' AND ended."endedAt" > receiver.since
        AND CASE WHEN ended."wasUnknown" THEN 'payment.resolved' ELSE 'payment.' || ended.status END
          = ANY (receiver.events)
        AND (ended.status = 'settled' OR receiver.id NOT LIKE '%@%')
        AND NOT EXISTS (SELECT 1 FROM outbox item WHERE item.receiver = receiver.id
          AND item.event_id = ended."paymentId" || ' ' || ended.status)
      ORDER BY ended."endedAt" LIMIT receiver.most
    ) payment`)
  const items = rows.map(({ receiver, sellerId, ...row }) => ({ receiver, sellerId, ...toEvent(row) }))
  const count = await queueItems(database, items, now)
  await moveOn(database, rows, { begunAtMs, hasMail: mail !== null })
  return count
}

/**
 * A webhook with more payments than one sweep takes continues from the last one that it got. An instance that sends no
 * mail leaves the addresses to others. `begunAtMs`: when the sweep began, by `performance.now()`.
 */
async function moveOn(
  database: Database,
  rows: EndedPayment[],
  { begunAtMs, hasMail }: { begunAtMs: number; hasMail: boolean },
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { receiver } of rows) counts.set(receiver, (counts.get(receiver) ?? 0) + 1)
  const unfinished = [...counts].filter(([, count]) => count >= SWEEP_LIMIT).map(([receiver]) => receiver)
  const swept = [
    [sql`webhook_endpoints`, sql`is_enabled AND id::text <> ALL(${unfinished}::text[])`],
    [sql`mailboxes`, sql`${hasMail} AND confirmed_at IS NOT NULL AND tells_each_sale`],
  ] as const
  for (const [table, isSwept] of swept) {
    await database.execute(sql`
      WITH held AS (SELECT id FROM ${table} WHERE ${isSwept} AND swept_until < now() - interval '30 seconds'
        ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE ${table} AS swept SET swept_until = ${timeOf(begunAtMs)} FROM held WHERE swept.id = held.id`)
  }
}

function toEvent({ wasUnknown, endedAt, ...payment }: Omit<EndedPayment, 'receiver' | 'sellerId'>) {
  const { status, paymentId } = payment
  const eventType: WebhookEvent = wasUnknown || status === 'undecidable' ? 'payment.resolved' : `payment.${status}`
  const body = JSON.stringify({ type: eventType, createdAt: endedAt.toISOString(), payment: withKept(payment) })
  return { eventId: `${paymentId} ${status}`, eventType, body }
}

const DAY_MS = 86_400_000
const SUMMARIES_AT_ONCE = 100

/**
 * Queues one e-mail about yesterday (UTC) for each shop that is not told of each sale. Any number of instances may do it
 * at once: one for each day and address.
 */
export async function queueSummaries({ database, clock, mail }: SellersContext): Promise<number> {
  if (!mail) return 0
  const now = clock()
  const until = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  const day = new Date(until.getTime() - DAY_MS).toISOString().slice(0, 10)
  return database.$transaction(async (transaction) => {
    const due = await transaction.mailbox.updateManyAndReturn({
      where: { confirmedAt: { not: null }, tellsEachSale: false, sweptUntil: { lt: until } },
      data: { sweptUntil: until },
      limit: SUMMARIES_AT_ONCE,
      select: { sellerId: true, address: true },
    })
    const items = due.map(({ sellerId, address: receiver }) => {
      const eventId = `payment.summary ${sellerId} ${day}`
      return { sellerId, receiver, eventId, eventType: 'payment.summary', body: JSON.stringify({ day }) }
    })
    return queueItems(transaction, items, now)
  })
}

export type ShopEvent = {
  type: WebhookEvent
  /** The same for repeats of one event; each webhook is told once. */
  eventId: string
  at: Date
  /** The event's facts, in their own field in the body. */
  facts: Record<string, unknown>
}

/** Queues the event for each webhook of those shops that subscribes to it. Joins the caller's transaction. */
export async function queueEvent(
  database: Database | DatabaseTransaction,
  sellerIds: readonly string[],
  { type, eventId, at, facts }: ShopEvent,
): Promise<number> {
  const endpoints = await database.webhookEndpoint.findMany({
    where: { sellerId: { in: [...sellerIds] }, isEnabled: true, events: { has: type } },
    select: { id: true, sellerId: true },
  })
  const body = JSON.stringify({ type, createdAt: at.toISOString(), ...facts })
  const items = endpoints.map(({ id: receiver, sellerId }) => ({ receiver, sellerId, eventId, eventType: type, body }))
  return queueItems(database, items, at)
}

/** This many failures in a row, within these minutes, make one event an hour. */
const TOLD_AFTER = 3
const MINUTES = 10

/**
 * Tells sellers whose server keeps failing their buyers: three times in a row within ten minutes, once an hour
 * by webhook. Nothing was charged for any of these. Safe in any number of instances.
 */
export async function queueUpstreamFailures(context: SellersContext): Promise<number> {
  const { database, clock } = context
  const now = clock()
  const failing = await findFailingRoutes(database, {
    since: new Date(now.getTime() - MINUTES * 60_000),
    times: TOLD_AFTER,
  })
  const routes = await database.storedRoute.findMany({
    where: {
      routeKey: { in: failing.map(({ routeKey }) => routeKey) },
      kind: { in: ['api', 'metered_api'] },
      state: 'live',
      seller: { endpoints: { some: { events: { has: 'upstream.failing' } } } },
    },
    select: { id: true, sellerId: true, routeKey: true },
  })
  let queued = 0
  for (const { id: routeId, sellerId, routeKey } of routes) {
    const eventId = `upstream.failing ${routeId} ${Math.floor(now.getTime() / 3_600_000)}`
    const facts = { upstream: { routeId, ...failing.find((failed) => failed.routeKey === routeKey) } }
    queued += await queueEvent(database, [sellerId], { type: 'upstream.failing', eventId, at: now, facts })
  }
  return queued
}

export type GasWallet = { network: string; address: string; balance: string; isDry: boolean }

/** Tells operators of low gas wallets: webhooks of each once an hour, and OPERATOR_EMAIL once a day (UTC). */
export async function queueGasLow(context: SellersContext, wallets: readonly GasWallet[]): Promise<number> {
  const { database, clock, mail, operatorAccounts } = context
  const dry = wallets.filter(({ isDry }) => isDry)
  if (dry.length === 0) return 0
  const sellers = await database.seller.findMany({
    where: { accountId: { in: await operatorAccounts() } },
    select: { id: true },
  })
  const shops = sellers.map(({ id }) => id)
  const at = clock()
  const receiver = mail?.operatorAddress?.toLowerCase()
  let queued = 0
  for (const { network, address, balance } of dry) {
    const event = `gas.low ${network} ${address}`
    const facts = { wallet: { network, address, balanceAtomic: balance } }
    const eventId = `${event} ${Math.floor(at.getTime() / 3_600_000)}`
    queued += await queueEvent(database, shops, { type: 'gas.low', eventId, at, facts })
    if (receiver === undefined) continue
    const daily = `${event} ${at.toISOString().slice(0, 10)}`
    const letter = { sellerId: null, receiver, eventId: daily, eventType: 'gas.low', body: JSON.stringify(facts) }
    await queueItems(database, [letter], at)
  }
  return queued
}

/** Deletes items that have ended; waiting ones stay. For a job. */
export async function pruneSent(
  database: Database,
  { webhooksDays }: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const before = daysBefore(now, webhooksDays)
  const step = (limit: number) =>
    database.execute(sql`
    DELETE FROM outbox WHERE id = ANY (ARRAY(
      SELECT id FROM outbox WHERE state <> 'waiting' AND created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`)
  await prune(step, { signal, stepRows })
}
