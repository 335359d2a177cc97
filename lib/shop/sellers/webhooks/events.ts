/**
 * The events of a shop. `payment.refunded`: the chain has shown a refund. `payment.received`: money came for undelivered content. `payment.resolved`: its outcome was
 * unknown, and now is not. `listing.changed`: the bazaar listed, removed or refused a route. `upstream.failing`: the
 * seller's own server repeatedly fails its buyers. `gas.low`: a gas wallet of this site is low; only for operators.
 */
export const webhookEvents = [
  'payment.settled',
  'payment.received',
  'payment.refused',
  'payment.refunded',
  'payment.resolved',
  'listing.changed',
  'upstream.failing',
  'gas.low',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
