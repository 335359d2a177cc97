import { channelTermsOf } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { keysOf, paymentStore } from '@/lib/site/browser/payment-store'
import { type ChannelPlace, channelKeyOf, type KeptChannel, parseKeptChannel, placeIn, sumsOf } from './kept-channel'

const CHANGED = 'turnpike-channel-changed'

export function watchChannels(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

/** Tells this tab of a change; the browser tells the others. */
export const tellOfChannels = (): boolean => window.dispatchEvent(new Event(CHANGED))

/** The storage key of an option's channel; null for an option that is not paid out of channels. */
export function channelKeyFor(option: PaymentOption): string | null {
  const terms = channelTermsOf(option)
  if (!terms) return null
  const { network, asset, payTo } = option
  const { receiverAuthorizer, withdrawDelaySeconds: delay } = terms
  const place: ChannelPlace = { network, asset, payTo, receiverAuthorizer, delay }
  return channelKeyOf(place)
}

export type KnownPlace = ChannelPlace & { authorizer: string }

/** Whether this browser has the key that signs calls out of that channel. */
export function hasKeyOf(place: KnownPlace): boolean {
  const kept = parseKeptChannel(paymentStore().getItem(channelKeyOf(place)))
  return kept?.authorizer.toLowerCase() === place.authorizer.toLowerCase()
}

export function forgetChannel(place: KnownPlace): void {
  if (!hasKeyOf(place)) return
  paymentStore().removeItem(channelKeyOf(place))
  tellOfChannels()
}

export type BrowserBudget = { key: string; place: ChannelPlace; channel: KeptChannel; leftAtomic: bigint }

/** The channels of this browser with something left, by their keys only. */
export function findChannels(store: Storage = paymentStore()): BrowserBudget[] {
  return keysOf(store).flatMap((key) => {
    const [place, channel] = [placeIn(key), parseKeptChannel(store.getItem(key))]
    const leftAtomic = channel ? sumsOf(channel).leftAtomic : 0n
    return place && channel && leftAtomic > 0n ? [{ key, place, channel, leftAtomic }] : []
  })
}
