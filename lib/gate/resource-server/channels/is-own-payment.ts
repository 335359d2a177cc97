import { isSameAddress } from '@/lib/base/x402/addresses'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { Gate } from '../gate'
import { channelPrefixOf, type PresentedCall } from './channel-call'

/**
 * Whether who sends a call may have what that payment brought, which is of the same payer by name. Anybody can name a
 * payer in a channel, with a key of their own to sign for it, and fill it too: such a key stands for the payments of its
 * channel alone. Those of another one, and of other schemes, are the payer's own, who has to sign.
 * Fails like an outage where only a chain that does not answer could tell.
 */
export async function isOwnPayment(
  gate: Gate,
  { payment, payload, requirements }: PresentedCall,
  row: Pick<LedgerRow, 'authorizationKey'>,
): Promise<boolean> {
  const { network, config, isKeySigned, type } = payment
  const isOfChannel = row.authorizationKey.startsWith(channelPrefixOf(payment))
  const isPayersKey = isSameAddress(network, config.payer, config.payerAuthorizer)
  if (isKeySigned && (isOfChannel || isPayersKey)) return true
  // The payer has signed a deposit, and each voucher of a channel that names no key.
  if (isKeySigned && type !== 'deposit') return false
  return (await gate.ports.chains.checkSignature(payload, requirements)).isValid
}
