import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { paymentStore } from '../payment-store'
import { type ChannelPlace, channelKeyOf, parseKeptChannel } from './kept-channel'

const CHANGED = 'turnpike-channel-changed'

/** Calls back when a channel of this browser changes, in this tab or another. */
export function watchChannels(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

/** Tells this tab of a change; others hear of it from the browser. */
export const tellOfChannels = (): boolean => window.dispatchEvent(new Event(CHANGED))

/** Where the channel of an option is kept in this browser; null for an option that is paid otherwise. */
export function channelKeyFor({ network, asset, payTo, channel }: PaymentOption): string | null {
  if (!channel) return null
  const { receiverAuthorizer, withdrawDelaySeconds: delay } = channel
  const place: ChannelPlace = { network, asset, payTo, receiverAuthorizer, delay }
  return channelKeyOf(place)
}

/** A channel as the site knows it. */
export type KnownPlace = ChannelPlace & { authorizer: string }

/** Whether the key that signs calls out of that channel is in this browser. */
export function hasKeyOf(place: KnownPlace): boolean {
  const kept = parseKeptChannel(paymentStore().getItem(channelKeyOf(place)))
  return kept?.authorizer.toLowerCase() === place.authorizer.toLowerCase()
}

/** Forgets the key of a channel that was given back. */
export function forgetChannel(place: KnownPlace): void {
  if (!hasKeyOf(place)) return
  paymentStore().removeItem(channelKeyOf(place))
  tellOfChannels()
}
