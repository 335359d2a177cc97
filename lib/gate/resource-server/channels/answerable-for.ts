import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ChannelPayment } from '@/lib/base/x402/payment-channel'

/**
 * The one responsible for work that a channel was not charged for: the payer where it has signed, else the key that
 * signs for the channel, since anyone can name any payer in a channel.
 */
export function answerableFor({ type, network, config, isKeySigned }: ChannelPayment): string {
  const isPayerSigned = type === 'deposit' || !isKeySigned
  return addressIdentity(network, isPayerSigned ? config.payer : config.payerAuthorizer)
}
