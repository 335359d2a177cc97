import { Webhook } from 'standardwebhooks'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import type { Attempt, DueItem } from '../outbox/queue-events'
import type { SellersContext } from '../ports'
import { tryOpenSealed } from '../seal'

const TIMEOUT_MS = 10_000
/** Only the status says whether it was taken; more of the answer is not read. */
const MAXIMUM_ANSWER_BYTES = 4_096

/** Sends an event to the webhook that is its receiver. */
export async function postEvent(context: SellersContext, item: DueItem): Promise<Attempt> {
  const { database, sealKey, clock, log } = context
  const endpoint = await database.webhookEndpoint.findUnique({ where: { id: item.receiver } })
  if (!endpoint) return { isTaken: false, isFinal: true, fault: 'webhook_removed' }
  const key = tryOpenSealed(sealKey, endpoint.id, endpoint.sealedKey)
  const attempt =
    key === null ? unsigned : await post(context, endpoint.url, item.body, signedHeaders(key, item, clock()))
  const { isTaken, responseStatus: status, fault } = attempt
  if (!isTaken) log.info({ endpointId: endpoint.id, deliveryId: item.id, status, fault }, 'webhook: not delivered')
  return attempt
}

/** The key was sealed under a secret that the site no longer lists; the seller can make the webhook again. */
const unsigned = { isTaken: false, responseStatus: null, fault: 'key_unreadable' }

async function post(
  { fetch, reach, openHosts }: SellersContext,
  url: string,
  body: string,
  signed: Record<string, string>,
): Promise<Attempt> {
  try {
    const { status } = await fetch(url, {
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
    return { isTaken: status >= 200 && status < 300, responseStatus: status, fault: null }
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return { isTaken: false, responseStatus: null, fault: error.fault }
  }
}

/** By Standard Webhooks: the identifier stays when an event is sent again, the time and the signature do not. */
function signedHeaders(key: string, { id, body }: DueItem, at: Date): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  }
}
