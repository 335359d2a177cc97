import { createHmac } from 'node:crypto'

/** The header that proves the sender of a webhook. */
export const WEBHOOK_SIGNATURE_HEADER = 'turnpike-signature'

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA-256 of `<t>.<body>` under the webhook's key. The time is signed too, so that a
 * receiver can refuse old ones.
 */
export function signWebhook(key: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
}
