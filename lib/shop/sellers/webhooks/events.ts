/**
 * The events of a shop. `payment.received`: money came for undelivered content. `payment.resolved`: its outcome was unknown, and now is not. `listing.changed`: the
 * bazaar took a route in, or out, or refused it. `upstream.failing`: buyers keep getting no answer from the seller's
 * own server. `gas.low`: a gas wallet of this site is low; for operators alone.
 */
export const webhookEvents = [
  'payment.settled',
  'payment.received',
  'payment.refused',
  'payment.resolved',
  'listing.changed',
  'upstream.failing',
  'gas.low',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
