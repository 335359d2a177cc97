import { channelReasons } from '@/lib/base/x402/payment-channel'
import type { PaymentStore } from '@/lib/site/browser/kept-payment'
import { type Purchase, requestOf, sendFor } from '@/lib/site/browser/purchase'
import { openSessionChannel } from '../chain/session-channel'
import { channelOf } from './call-by-channel'
import { tellOfChannels } from './channel-store'
import { parseKeptChannel } from './kept-channel'

/**
 * Asks the seller to return the balance of a channel of this browser, without a wallet. Returns the returned amount in
 * atomic units, and deletes the key; zero where it had been returned before. Throws when the seller refuses or its
 * answer is open: the channel stays as it is.
 */
export async function refundByChannel(input: {
  purchase: Purchase
  store: PaymentStore
  channelKey: string
}): Promise<bigint> {
  const { purchase, store, channelKey } = input
  const kept = parseKeptChannel(store.getItem(channelKey))
  if (!kept) throw new Error('Expected a channel of this browser.')
  const client = openSessionChannel({
    ...channelOf(store, channelKey, kept),
    deposit: null,
    mayRetry: () => true,
  })
  try {
    const { success, amount } = await client.refund(purchase.url, kept.network, sendAs(purchase))
    if (!success) throw new Error('The seller did not give it back.')
    return BigInt(amount || '0')
  } catch (error) {
    // Only the message of the SDK's error tells the reason.
    if (!(error instanceof Error && error.message.includes(channelReasons.refundNoBalance))) throw error
    store.removeItem(channelKey)
    return 0n
  } finally {
    tellOfChannels()
  }
}

/** Sends the SDK's requests in the form that the route knows, without the session, which might open it. */
function sendAs(purchase: Purchase): typeof fetch {
  return (_url, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    return sendFor(purchase)(...requestOf({ ...purchase, isAnonymous: true }, headers))
  }
}
