import { sql } from '@/lib/base/infra/database'
import { workOnRow } from '@/lib/base/infra/jobs'
import { sendMail } from '../mail/write-mail'
import type { SellersContext } from '../ports'
import { postEvent } from '../webhooks/post-event'
import { type DueItem, isMailReceiver } from './queue-events'

/** Receivers that one process serves at once: webhooks, e-mail addresses, and those of one shop of each; and what one receiver gets at once. */
const shares = { webhooks: 20, mail: 3, shop: 2, receiver: 2 }

const LEASE_MS = 120_000

const retries = {
  webhooks: { tries: 8, firstMs: 10_000, longestMs: Number.POSITIVE_INFINITY },
  /** The last is about nine hours after the first. */
  mail: { tries: 9, firstMs: 30_000, longestMs: 4 * 3_600_000 },
}

/**
 * Sends what is due in the outbox: to webhooks by POST, to addresses by e-mail. Shops and receivers have shares, so
 * that receivers that do not answer delay only their own shop. One instance sends each item at a time; after two
 * minutes another takes over the work of a dead one, so a receiver may get an event twice and can tell by its id.
 * @param onFault reports a failure on our side
 */
export function createOutboxSender(context: SellersContext, onFault: (error: unknown) => void) {
  const serving = new Map<string, { shop: string | null; done: Promise<void> }>()
  let isFinishing = false
  let filling: Promise<number> | null = null

  function hasRoom({ receiver, shop }: DueReceiver): boolean {
    const isMail = isMailReceiver(receiver)
    const alike = [...serving].filter(([one]) => isMailReceiver(one) === isMail)
    const ofShop = alike.filter(([, one]) => one.shop === shop)
    return alike.length < (isMail ? shares.mail : shares.webhooks) && ofShop.length < shares.shop
  }

  async function fill(): Promise<number> {
    let begun = 0
    for (const due of await findDue(context)) {
      const { receiver, shop } = due
      if (serving.has(receiver) || !hasRoom(due)) continue
      const items = await claim(context, receiver)
      const done = Promise.all(items.map((item) => send(context, item)))
        .then(() => {}, onFault)
        .finally(() => {
          serving.delete(receiver)
          // Whose turn is next takes the place at once.
          if (items.length > 0)
            void Promise.resolve(filling)
              .catch(() => {})
              .then(goOn)
              .catch(onFault)
        })
      serving.set(receiver, { shop, done })
      begun += items.length
    }
    return begun
  }

  /** Begins with each receiver for which something is due and there is room. Returns the number of items begun. */
  function begin(): Promise<number> {
    filling ??= fill().finally(() => (filling = null))
    return filling
  }

  const goOn = () => (isFinishing ? 0 : begin())

  return {
    begin,
    /** Waits for what is under way; only `begin` starts more. */
    async finish() {
      isFinishing = true
      await filling
      await Promise.all([...serving.values()].map(({ done }) => done))
    },
  }
}

type DueReceiver = { receiver: string; shop: string | null }

/**
 * Every shop's receiver that waits longest, then its second. An instance that sends no mail leaves mail to others. Goes
 * from receiver to receiver by the index: a receiver's own backlog costs nothing.
 */
const findDue = ({ database, clock, mail }: SellersContext) =>
  database.rows<DueReceiver>(sql`
    WITH RECURSIVE waiting AS (
      (SELECT receiver FROM outbox WHERE state = 'waiting' ORDER BY receiver LIMIT 1)
      UNION ALL
      SELECT (SELECT receiver FROM outbox WHERE state = 'waiting' AND receiver > waiting.receiver ORDER BY receiver LIMIT 1)
      FROM waiting WHERE receiver IS NOT NULL
    )
    SELECT due.receiver, due.seller_id::text AS shop FROM waiting CROSS JOIN LATERAL (
      SELECT receiver, seller_id, next_attempt_at FROM outbox
      WHERE state = 'waiting' AND receiver = waiting.receiver AND next_attempt_at <= ${clock()}
      ORDER BY next_attempt_at LIMIT 1) AS due
    WHERE ${mail !== null} OR due.receiver NOT LIKE '%@%'
    ORDER BY row_number() OVER (PARTITION BY due.seller_id ORDER BY due.next_attempt_at), due.next_attempt_at
    LIMIT ${shares.webhooks * 10}`)

/** Takes the oldest due items of a receiver that no other instance has taken. */
function claim({ database, clock }: SellersContext, receiver: string): Promise<DueItem[]> {
  const now = clock()
  return database.rows<DueItem>(sql`
    UPDATE outbox SET next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}, attempt_count = attempt_count + 1
    WHERE id IN (SELECT id FROM outbox
      WHERE receiver = ${receiver} AND state = 'waiting' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT ${shares.receiver} FOR UPDATE SKIP LOCKED)
    RETURNING id, seller_id AS "sellerId", receiver, event_id AS "eventId", event_type AS "eventType", body,
      attempt_count AS "attemptCount", created_at AS "createdAt"`)
}

/** Sends one claimed item and records the answer. Failures are tried again, less and less often; so are our own. */
async function send(context: SellersContext, item: DueItem): Promise<void> {
  const { database, clock } = context
  const job = isMailReceiver(item.receiver) ? 'mail' : 'webhooks'
  const { tries, firstMs, longestMs } = retries[job]
  const isLast = item.attemptCount >= tries
  const where = { id: item.id, attemptCount: item.attemptCount, state: 'waiting' as const }
  await workOnRow(
    context,
    { job, row: item.id },
    {
      work: async () => {
        const attemptedAt = clock()
        const { isTaken, isFinal, ...outcome } = await (job === 'mail' ? sendMail : postEvent)(context, item)
        const state = isTaken ? 'delivered' : isLast || isFinal ? 'failed' : 'waiting'
        const retryMs = Math.min(firstMs * 3 ** (item.attemptCount - 1), longestMs)
        const nextAttemptAt = new Date(attemptedAt.getTime() + retryMs)
        await database.outboxItem.updateMany({ where, data: { attemptedAt, ...outcome, state, nextAttemptAt } })
      },
      postpone: (nextAttemptAt) =>
        database.outboxItem.updateMany({ where, data: { nextAttemptAt, ...(isLast && { state: 'failed' }) } }),
    },
  )
}
