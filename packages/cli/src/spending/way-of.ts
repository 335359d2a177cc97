import { paysByChannel } from '@/lib/base/x402/payment-channel'
import { ALREADY_OWNED } from '@/lib/base/x402/reasons'
import type { PayerEvent } from '@/lib/client/payer-event'
import { amountLabel, findBudget } from './find-budget'

/** By which a resource opened; `owned` by what was bought before. */
export type Way = 'price' | 'budget' | 'pass' | 'owned'

/** Null where nothing is known to have been paid or opened. */
export function wayOf(events: readonly PayerEvent[]): Way | null {
  if (findEvent(events, 'pass')) return 'pass'
  const settlement = findEvent(events, 'settled')?.settlement
  if (findEvent(events, 'sign_in_accepted') || settlement?.extra?.reason === ALREADY_OWNED) return 'owned'
  const signed = findEvent(events, 'signed')
  return settlement && signed ? (paysByChannel(signed.requirements) ? 'budget' : 'price') : null
}

/** The same in one line. */
export function wordsOfWay(events: readonly PayerEvent[]): string | null {
  const way = wayOf(events)
  const [pass, settled, signed] = [findEvent(events, 'pass'), findEvent(events, 'settled'), findEvent(events, 'signed')]
  if (pass) {
    const held = `the pass ${pass.url}, which lasts until ${pass.until.toISOString().slice(0, 10)}.`
    return pass.isBought ? `Bought ${held}` : `Opened by ${held} Nothing was paid.`
  }
  if (way === 'owned') return `${settled ? 'Bought before' : 'Opened by signing in'}. Nothing was paid.`
  if (way === null || !signed) return null
  const { scheme, network } = signed.requirements
  const left = findBudget(settled?.settlement)?.left
  const rest = left === undefined ? '' : ` ${amountLabel(left, network)} are left there.`
  return `Paid ${manners[scheme] ?? ''}: ${signed.price} (${scheme}).${rest}`
}

const manners: Record<string, string> = {
  exact: 'by one payment',
  upto: 'by use, at most',
  'batch-settlement': 'out of the budget with this seller',
}

/** The last event of a type. */
export const findEvent = <T extends PayerEvent['type']>(events: readonly PayerEvent[], type: T) =>
  events.findLast((event): event is Extract<PayerEvent, { type: T }> => event.type === type) ?? null
