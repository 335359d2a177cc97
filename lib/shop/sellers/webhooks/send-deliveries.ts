import { Webhook } from 'standardwebhooks'
import { createShares } from '@/lib/base/http/limits'
import { workOnRow } from '@/lib/base/infra/jobs'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import type { SellersContext } from '../ports'
import { tryOpenSealed } from '../seal'

/** Deliveries that one process has under way at most: in all, of one shop and of one webhook. */
const shares = { all: 40, shop: 4, webhook: 2 }

const LEASE_MS = 60_000

type DeliveryCandidate = { id: string; sellerId: string; endpointId: string }

/**
 * Sends due deliveries. Shops and webhooks have shares, so that receivers that do not answer delay only their own shop.
 * One instance sends each delivery at a time; after a minute another takes over the work of a dead one, so a receiver
 * may get an event twice and can tell by its id.
 * @param onFault reports a failure on our side during a delivery
 */
export function createDeliverySender(context: SellersContext, onFault: (error: unknown) => void) {
  const underWay = new Map<string, Promise<void>>()
  const shops = createShares({ total: shares.all, perCaller: shares.shop })
  const endpoints = createShares({ total: shares.all, perCaller: shares.webhook })
  let isFinishing = false
  let refilling: Promise<void> | null = null

  function takePlace({ sellerId, endpointId }: DeliveryCandidate): (() => void) | null {
    const leaveShop = shops.take(sellerId)
    const leaveEndpoint = leaveShop && endpoints.take(endpointId)
    const leave = () => {
      leaveShop?.()
      leaveEndpoint?.()
    }
    if (leaveEndpoint) return leave
    leave()
    return null
  }

  function start(delivery: DueDelivery, leave?: () => void): void {
    const sending = sendDelivery(context, delivery)
      .catch(onFault)
      .finally(() => {
        underWay.delete(delivery.id)
        leave?.()
        if (!isFinishing) refill()
      })
    underWay.set(delivery.id, sending)
  }

  /** Looks for more after each delivery, but not twice at once. */
  function refill(): void {
    refilling ??= begin()
      .then(() => {}, onFault)
      .finally(() => (refilling = null))
  }

  /**
   * Claims due deliveries, starts sending them, and returns their number, without waiting for receivers. Each that ends
   * makes room for the next, so that a webhook gets as many as it can take, however many are due.
   */
  async function begin(): Promise<number> {
    if (underWay.size >= shares.all) return 0
    const places = new Map<string, () => void>()
    for (const candidate of await findDue(context)) {
      const leave = underWay.has(candidate.id) ? null : takePlace(candidate)
      if (leave) places.set(candidate.id, leave)
    }
    if (places.size === 0) return 0
    try {
      const claimed = await claim(context, [...places.keys()])
      for (const delivery of claimed) {
        start(delivery, places.get(delivery.id))
        places.delete(delivery.id)
      }
      return claimed.length
    } finally {
      for (const leave of places.values()) leave()
    }
  }

  return {
    begin,
    /** Waits for deliveries under way; only `begin` starts the next ones. */
    async finish() {
      isFinishing = true
      await refilling
      await Promise.all(underWay.values())
    },
  }
}

/** The oldest due deliveries of each webhook, up to its share: every shop's first, then every shop's second. */
function findDue({ database, clock }: SellersContext): Promise<DeliveryCandidate[]> {
  return database.$queryRaw<DeliveryCandidate[]>`
    SELECT due.id, endpoint.seller_id AS "sellerId", endpoint.id AS "endpointId"
    FROM webhook_endpoints endpoint CROSS JOIN LATERAL (
      SELECT id, next_attempt_at FROM webhook_deliveries delivery
      WHERE delivery.endpoint_id = endpoint.id AND state = 'waiting' AND next_attempt_at <= ${clock()}
      ORDER BY next_attempt_at LIMIT ${shares.webhook}
    ) due
    ORDER BY row_number() OVER (PARTITION BY endpoint.seller_id ORDER BY due.next_attempt_at), due.next_attempt_at
    LIMIT ${shares.all * 10}`
}

/** Takes those deliveries that no other instance has taken since. */
function claim({ database, clock }: SellersContext, ids: string[]): Promise<DueDelivery[]> {
  const now = clock()
  return database.$queryRaw<DueDelivery[]>`
    UPDATE webhook_deliveries
    SET next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}, attempt_count = attempt_count + 1
    WHERE id IN (SELECT id FROM webhook_deliveries
      WHERE id = ANY (${ids}::uuid[]) AND state = 'waiting' AND next_attempt_at <= ${now} FOR UPDATE SKIP LOCKED)
    RETURNING id, endpoint_id AS "endpointId", body,
      attempt_count AS "attemptCount"`
}

const TIMEOUT_MS = 10_000
const MAXIMUM_ATTEMPTS = 8
const FIRST_RETRY_MS = 10_000
/** Only the status says whether it was taken; more of the answer is not read. */
const MAXIMUM_ANSWER_BYTES = 4_096

type DueDelivery = {
  id: string
  endpointId: string
  body: string
  attemptCount: number
}
type Attempt = { responseStatus: number | null; fault: string | null }

/**
 * Sends one claimed delivery and records the response. Failures are tried again, less and less often; so are those of
 * our own side, for as many tries.
 */
async function sendDelivery(context: SellersContext, delivery: DueDelivery): Promise<void> {
  const { id, attemptCount } = delivery
  const state = attemptCount >= MAXIMUM_ATTEMPTS ? { state: 'failed' as const } : {}
  await workOnRow(
    context,
    { job: 'webhooks', row: id },
    {
      work: () => sendAndRecord(context, delivery),
      postpone: (nextAttemptAt) =>
        context.database.webhookDelivery.updateMany({
          where: { id, attemptCount, state: 'waiting' },
          data: { nextAttemptAt, ...state },
        }),
    },
  )
}

async function sendAndRecord(context: SellersContext, delivery: DueDelivery): Promise<void> {
  const { database, clock } = context
  const endpoint = await database.webhookEndpoint.findUnique({ where: { id: delivery.endpointId } })
  if (!endpoint) return
  const attemptedAt = clock()
  const key = tryOpenSealed(context.sealKey, endpoint.id, endpoint.sealedKey)
  const attempt =
    key === null
      ? unsigned
      : await post(context, endpoint.url, delivery.body, signedHeaders(key, delivery, attemptedAt))
  const isDelivered = attempt.responseStatus !== null && attempt.responseStatus >= 200 && attempt.responseStatus < 300
  if (!isDelivered) {
    const { responseStatus: status, fault } = attempt
    context.log.info({ endpointId: endpoint.id, deliveryId: delivery.id, status, fault }, 'webhook: not delivered')
  }
  const retryMs = FIRST_RETRY_MS * 3 ** (delivery.attemptCount - 1)
  const next = isDelivered
    ? { state: 'delivered' as const }
    : delivery.attemptCount >= MAXIMUM_ATTEMPTS
      ? { state: 'failed' as const }
      : { nextAttemptAt: new Date(attemptedAt.getTime() + retryMs) }
  await database.webhookDelivery.updateMany({
    where: { id: delivery.id, attemptCount: delivery.attemptCount, state: 'waiting' },
    data: { attemptedAt, ...attempt, ...next },
  })
}

/** The key was sealed under a secret that the site no longer lists; the seller can make the webhook again. */
const unsigned: Attempt = { responseStatus: null, fault: 'key_unreadable' }

async function post(
  { fetch, reach, openHosts }: SellersContext,
  url: string,
  body: string,
  signed: Record<string, string>,
): Promise<Attempt> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'turnpike-webhooks', ...signed },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAXIMUM_ANSWER_BYTES,
      onTooLarge: 'cut',
      maxRedirects: 0,
      allowLoopback: reach === 'loopback',
      openHosts,
    })
    return { responseStatus: answer.status, fault: null }
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return { responseStatus: null, fault: error.fault }
  }
}

/** By Standard Webhooks: the identifier stays when a delivery is sent again, the time and the signature do not. */
function signedHeaders(key: string, { id, body }: DueDelivery, at: Date): Record<string, string> {
  // Keys of webhooks from before hold the alphabet of addresses.
  const secret = Buffer.from(key.slice('whsec_'.length), 'base64').toString('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}
