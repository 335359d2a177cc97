import { isSameAddress } from '@/lib/base/x402/addresses'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { Gate } from '../gate'
import { channelPrefixOf, type PresentedCall } from './channel-call'

/**
 * True if the sender of a call may have the content of that payment, which names the same payer. Anyone can name a
 * payer in a channel, with their own key to sign for it, and fill it too: such a key may only have payments of its own
 * channel. Payments of other channels and other schemes belong to the payer, who has to sign.
 * Fails like an outage where only a chain that does not answer could tell.
 */
export async function isOwnPayment(
  gate: Gate,
  { payment }: PresentedCall,
  row: Pick<LedgerRow, 'authorizationKey'>,
): Promise<boolean> {
  const { network, config, isKeySigned, type } = payment
  const isOfChannel = row.authorizationKey.startsWith(channelPrefixOf(payment))
  const isPayersKey = isSameAddress(network, config.payer, config.payerAuthorizer)
  if (isKeySigned && (isOfChannel || isPayersKey)) return true
  // The payer has signed a deposit, and each voucher of a channel that names no key.
  if (isKeySigned && type !== 'deposit') return false
  return (await gate.ports.chains.checkSignature(network, payment)).isValid
}
