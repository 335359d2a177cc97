import { useMemo, useSyncExternalStore } from 'react'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { channelKeyFor, watchChannels } from '@/lib/site/browser/channels/channel-store'
import { type KeptChannel, parseKeptChannel, sumsOf } from '@/lib/site/browser/channels/kept-channel'
import { paymentStore } from '@/lib/site/browser/payment-store'

/** The channel of this browser that pays for an option, with a balance or used up; null before there is one. */
export function useKeptChannel(option: PaymentOption | null): KeptChannel | null {
  const kept = useStoredChannel(option)
  return kept && sumsOf(kept).balanceAtomic > 0n ? kept : null
}

/** The same, also before anything is put aside in it. */
export function useStoredChannel(option: PaymentOption | null): KeptChannel | null {
  const key = option && channelKeyFor(option)
  const text = useSyncExternalStore(
    watchChannels,
    () => (key === null ? null : paymentStore().getItem(key)),
    () => null,
  )
  return useMemo(() => parseKeptChannel(text), [text])
}
