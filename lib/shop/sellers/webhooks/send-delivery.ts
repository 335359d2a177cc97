import { createHmac } from 'node:crypto'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import { workOnRow } from '@/lib/base/infra/work-on-row'
import type { SellersContext } from '../ports'
import { tryOpenSealed } from '../seal'

const TIMEOUT_MS = 10_000
const MAXIMUM_ATTEMPTS = 8
const FIRST_RETRY_MS = 10_000
/** Only the status says whether it was taken; more of the answer is not read. */
const MAXIMUM_ANSWER_BYTES = 4_096

export type DueDelivery = {
  id: string
  endpointId: string
  eventId: string
  eventType: string
  body: string
  attemptCount: number
}
type Attempt = { responseStatus: number | null; fault: string | null }

/**
 * Sends one claimed delivery and records the response. Failures are tried again, less and less often; so are those of
 * our own side, for as many tries.
 */
export async function sendDelivery(context: SellersContext, delivery: DueDelivery): Promise<void> {
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
    key === null ? unsigned : await post(context, endpoint.url, delivery, signWebhook(key, delivery.body, attemptedAt))
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
  delivery: DueDelivery,
  signature: string,
): Promise<Attempt> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'turnpike-webhooks',
        'turnpike-event': delivery.eventType,
        'turnpike-event-id': delivery.eventId,
        [WEBHOOK_SIGNATURE_HEADER]: signature,
      },
      body: delivery.body,
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

const WEBHOOK_SIGNATURE_HEADER = 'turnpike-signature'

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA-256 of `<t>.<body>` under the webhook's key. The time is signed too, so that a
 * receiver can refuse old ones.
 */
function signWebhook(key: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
}
