import { type Database, type DatabaseTransaction, Prisma, pick, timeOf } from '@/lib/base/infra/database'
import { daysBefore, prune, type Retention } from '@/lib/base/infra/prune'
import type { PaymentStatus } from '@/lib/base/x402/views'
import { type FailingRoute, findFailingRoutes } from '@/lib/payments/find-payments'
import { endedPaymentsSql } from '@/lib/payments/list-shop-payments'
import { queueGasMail } from '../mail/queue-mail'
import type { SellersContext } from '../ports'
import type { WebhookEvent } from './endpoints'

export type PaymentSaid = {
  paymentId: string
  routeKey: string
  resourceUri: string
  network: string
  asset: string
  payer: string
  payTo: string
  /** The charged amount in digits; null where nothing was charged. */
  amountAtomic: string | null
  refundedAtomic: string
  status: PaymentStatus
  reason: string | null
  transaction: string | null
}

/** A payment as every event of payments says it: what came in, what was given back, and what was kept of it. */
export function paymentFacts(payment: PaymentSaid) {
  const { amountAtomic, refundedAtomic } = payment
  const keptAtomic = amountAtomic === null ? null : (BigInt(amountAtomic) - BigInt(refundedAtomic)).toString()
  return {
    ...pick(payment, 'paymentId', 'routeKey', 'resourceUri', 'network', 'asset', 'payer', 'payTo'),
    amountAtomic,
    refundedAtomic,
    keptAtomic,
    ...pick(payment, 'status', 'reason', 'transaction'),
  }
}

type EndedPayment = PaymentSaid & {
  endpointId: string
  status: 'settled' | 'received' | 'refused' | 'undecidable'
  wasUnknown: boolean
  endedAt: Date
}

const SWEEP_LIMIT = 500

/**
 * Stores a delivery for every payment that has ended since the previous sweep. Instances may sweep at once and again:
 * an event is stored once per webhook. Sweeps overlap, to include transactions that were open at the time. A sweep ends
 * by the database's clock, as payments do: clocks of instances differ.
 */
export async function queueDeliveries({ database, clock }: SellersContext): Promise<number> {
  const now = clock()
  const begunAtMs = performance.now()
  const rows = await database.$queryRaw<EndedPayment[]>`
    SELECT endpoint.id AS "endpointId", payment.*
    FROM webhook_endpoints endpoint JOIN sellers seller ON seller.id = endpoint.seller_id
    CROSS JOIN LATERAL (
      SELECT ended.* FROM (${endedPaymentsSql(Prisma.sql`seller.handle`)}) AS ended
      WHERE ended."endedAt" > endpoint.swept_until - interval '2 minutes' AND ended."endedAt" > endpoint.created_at
        AND CASE WHEN ended."wasUnknown" THEN 'payment.resolved' ELSE 'payment.' || ended.status END
          = ANY (endpoint.events)
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries delivery
          WHERE delivery.endpoint_id = endpoint.id
            AND delivery.event_id = ended."paymentId" || ' ' || ended.status)
      ORDER BY ended."endedAt" LIMIT ${SWEEP_LIMIT}
    ) payment
    WHERE endpoint.is_enabled`
  const wanted = rows.map((row) => toDelivery(row, now))
  const { count } = await database.webhookDelivery.createMany({ data: wanted, skipDuplicates: true })
  await moveOn(database, rows, begunAtMs)
  return count
}

/**
 * A webhook with more payments than one sweep takes continues from the last one that it got.
 * @param begunAtMs when the sweep began, by `performance.now()`
 */
async function moveOn(database: SellersContext['database'], rows: EndedPayment[], begunAtMs: number): Promise<void> {
  const counts = new Map<string, number>()
  for (const { endpointId } of rows) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1)
  const unfinished = [...counts].filter(([, count]) => count >= SWEEP_LIMIT).map(([endpointId]) => endpointId)
  await database.$executeRaw`
    WITH held AS (
      SELECT id FROM webhook_endpoints
      WHERE is_enabled AND id <> ALL(${unfinished}::uuid[]) AND swept_until < now() - interval '30 seconds'
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE webhook_endpoints SET swept_until = ${timeOf(begunAtMs)} FROM held WHERE webhook_endpoints.id = held.id`
}

function toDelivery(row: EndedPayment, now: Date) {
  const { status } = row
  const eventType: WebhookEvent = row.wasUnknown || status === 'undecidable' ? 'payment.resolved' : `payment.${status}`
  const { endpointId, paymentId, endedAt } = row
  const eventId = `${paymentId} ${row.status}`
  const body = JSON.stringify({ type: eventType, createdAt: endedAt.toISOString(), payment: paymentFacts(row) })
  return { endpointId, eventId, eventType, body, state: 'waiting' as const, nextAttemptAt: now, createdAt: now }
}

export type ShopEvent = {
  type: WebhookEvent
  /** The same for repeats of one event; each webhook is told once. */
  eventId: string
  at: Date
  /** The event's facts, in their own field in the body. */
  facts: Record<string, unknown>
}

/** Stores a delivery for each webhook of those shops that subscribes to the event. Joins the caller's transaction. */
export async function queueEvent(
  database: Database | DatabaseTransaction,
  sellerIds: readonly string[],
  { type, eventId, at, facts }: ShopEvent,
): Promise<number> {
  const endpoints = await database.webhookEndpoint.findMany({
    where: { sellerId: { in: [...sellerIds] }, isEnabled: true, events: { has: type } },
    select: { id: true },
  })
  const body = JSON.stringify({ type, createdAt: at.toISOString(), ...facts })
  const delivery = { eventId, eventType: type, body, state: 'waiting' as const, nextAttemptAt: at, createdAt: at }
  const { count } = await database.webhookDelivery.createMany({
    data: endpoints.map(({ id }) => ({ endpointId: id, ...delivery })),
    skipDuplicates: true,
  })
  return count
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
  let queued = 0
  for (const { sellerId, routeId, ...failed } of await findSubscribedRoutes(database, failing)) {
    const eventId = `upstream.failing ${routeId} ${Math.floor(now.getTime() / 3_600_000)}`
    const facts = { upstream: { routeId, ...failed } }
    queued += await queueEvent(database, [sellerId], { type: 'upstream.failing', eventId, at: now, facts })
  }
  return queued
}

async function findSubscribedRoutes(database: SellersContext['database'], failing: FailingRoute[]) {
  if (failing.length === 0) return []
  const routes = await database.$queryRaw<{ sellerId: string; routeId: string; routeKey: string }[]>`
    SELECT seller.id AS "sellerId", route.id AS "routeId", route.route_key AS "routeKey"
    FROM unnest(${failing.map(({ routeKey }) => routeKey)}::text[]) AS failed(route_key)
    JOIN sellers seller ON seller.handle = split_part(failed.route_key, '/', 3)
    JOIN stored_routes route ON route.seller_id = seller.id AND route.route_key = failed.route_key
    WHERE route.kind IN ('api', 'metered_api') AND route.state = 'live'
      AND EXISTS (SELECT 1 FROM webhook_endpoints endpoint
        WHERE endpoint.seller_id = seller.id AND endpoint.is_enabled AND 'upstream.failing' = ANY (endpoint.events))`
  return routes.flatMap((route) =>
    failing.filter(({ routeKey }) => routeKey === route.routeKey).map((failed) => ({ ...route, ...failed })),
  )
}

export type GasWallet = { network: string; address: string; balance: string; isDry: boolean }

/** Tells operators of low gas wallets: webhooks of each once an hour, and OPERATOR_EMAIL once a day. */
export async function queueGasLow(context: SellersContext, wallets: readonly GasWallet[]): Promise<number> {
  const dry = wallets.filter(({ isDry }) => isDry)
  if (dry.length === 0) return 0
  const accounts = await context.operatorAccounts()
  const sellers = await context.database.seller.findMany({
    where: { accountId: { in: accounts } },
    select: { id: true },
  })
  const at = context.clock()
  let queued = 0
  for (const { network, address, balance } of dry) {
    const eventId = `gas.low ${network} ${address} ${Math.floor(at.getTime() / 3_600_000)}`
    const facts = { wallet: { network, address, balanceAtomic: balance } }
    const shops = sellers.map(({ id }) => id)
    queued += await queueEvent(context.database, shops, { type: 'gas.low', eventId, at, facts })
  }
  await queueGasMail(context, dry)
  return queued
}

const outboxes = [Prisma.sql`webhook_deliveries`, Prisma.sql`mail_messages`]

/** Deletes webhook deliveries and e-mails that have ended; waiting ones stay. For a job. */
export async function pruneSent(
  database: Database,
  { webhooksDays }: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const before = daysBefore(now, webhooksDays)
  for (const outbox of outboxes) {
    const step = (limit: number) => database.$executeRaw`
      DELETE FROM ${outbox} WHERE id = ANY (ARRAY(
        SELECT id FROM ${outbox} WHERE state <> 'waiting' AND created_at < ${before}::timestamptz
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`
    await prune(step, { signal, stepRows })
  }
}
