import type { SellersContext } from '../ports'
import { type DueDelivery, sendDelivery } from './send-delivery'

/** Deliveries that one process has under way at most: in all, of one shop and of one webhook. */
const shares = { all: 40, shop: 4, webhook: 2 }

const LEASE_MS = 60_000

export type DeliverySender = {
  /**
   * Claims due deliveries, starts sending them, and returns their number, without waiting for receivers. Each that ends
   * makes room for the next, so that a webhook gets as many as it can take, however many are due.
   */
  begin: () => Promise<number>
  /** Waits for deliveries under way; only `begin` starts the next ones. */
  finish: () => Promise<void>
}

type Candidate = { id: string; sellerId: string; endpointId: string }

/**
 * Sends due deliveries. Shops and webhooks have shares, so that receivers that do not answer delay only their own shop.
 * One instance sends each delivery at a time; after a minute another takes over the work of a dead one, so a receiver
 * may get an event twice and can tell by its id.
 * @param onFault reports a failure on our side during a delivery
 */
export function createDeliverySender(context: SellersContext, onFault: (error: unknown) => void): DeliverySender {
  const underWay = new Map<string, Candidate & { sending: Promise<void> }>()
  let isFinishing = false
  /** Looks for more after each delivery, but not twice at once. */
  let refilling: Promise<void> | null = null
  const countOf = (name: 'sellerId' | 'endpointId', id: string) =>
    [...underWay.values()].filter((each) => each[name] === id).length

  function choose(candidates: Candidate[]): Map<string, Candidate> {
    const chosen = new Map<string, Candidate>()
    const has = (name: 'sellerId' | 'endpointId', id: string) =>
      countOf(name, id) + [...chosen.values()].filter((each) => each[name] === id).length
    for (const candidate of candidates) {
      if (underWay.size + chosen.size >= shares.all) break
      const { id, sellerId, endpointId } = candidate
      if (underWay.has(id) || has('sellerId', sellerId) >= shares.shop) continue
      if (has('endpointId', endpointId) < shares.webhook) chosen.set(id, candidate)
    }
    return chosen
  }

  function start(delivery: DueDelivery, candidate: Candidate): void {
    const sending = sendDelivery(context, delivery)
      .catch(onFault)
      .finally(() => {
        underWay.delete(delivery.id)
        if (!isFinishing) refill()
      })
    underWay.set(delivery.id, { ...candidate, sending })
  }

  function refill(): void {
    refilling ??= begin()
      .then(() => {}, onFault)
      .finally(() => (refilling = null))
  }

  async function begin(): Promise<number> {
    if (underWay.size >= shares.all) return 0
    const chosen = choose(await findDue(context))
    if (chosen.size === 0) return 0
    const claimed = await claim(context, [...chosen.keys()])
    for (const delivery of claimed) {
      const candidate = chosen.get(delivery.id)
      if (candidate) start(delivery, candidate)
    }
    return claimed.length
  }

  return {
    begin,
    async finish() {
      isFinishing = true
      await refilling
      await Promise.all([...underWay.values()].map(({ sending }) => sending))
    },
  }
}

/** The oldest due deliveries of each webhook, up to its share: every shop's first, then every shop's second. */
function findDue({ database, clock }: SellersContext): Promise<Candidate[]> {
  return database.$queryRaw<Candidate[]>`
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
    RETURNING id, endpoint_id AS "endpointId", event_id AS "eventId", event_type AS "eventType", body,
      attempt_count AS "attemptCount"`
}
