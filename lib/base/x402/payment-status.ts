/**
 * States of a payment at a resource server; delivery of its content is kept separately.
 * `streaming`: its answer is being sent, charged part by part out of a channel. `received`: its money had arrived before
 * this server claimed it, so it may have opened something elsewhere, or its content failed too often after it was
 * settled. It opens nothing here and may be given back. `undecidable`: the chain can no longer tell how an unknown
 * payment ended.
 */
export const paymentStatuses = [
  'claimed',
  'abandoned',
  'spent_zero',
  'streaming',
  'settling',
  'settled',
  'received',
  'refused',
  'unknown',
  'undecidable',
] as const

export type PaymentStatus = (typeof paymentStatuses)[number]

export const isPaid = (status: string): boolean => status === 'settled' || status === 'received'
