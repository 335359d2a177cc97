import type { BadgeState } from '@/lib/ui/badge'

/** What a payment's status means to whoever waits for the money. */
export const paymentStatuses: Record<string, { state: BadgeState; label: string }> = {
  claimed: { state: 'waiting', label: 'In work' },
  settling: { state: 'waiting', label: 'Settling' },
  unknown: { state: 'waiting', label: 'Unknown' },
  settled: { state: 'settled', label: 'Settled' },
  spent_zero: { state: 'neutral', label: 'Cost nothing' },
  abandoned: { state: 'neutral', label: 'Dropped' },
  refused: { state: 'refused', label: 'Refused' },
}

export const stepTitles: Record<string, string> = {
  challenged: 'Asked for the price',
  signed: 'Signed payment came',
  verified: 'Payment verified',
  produced: 'Answer produced',
  settling: 'Settlement sent',
  settled: 'Settled',
  released: 'Answer delivered',
  ended: 'Ended',
}
