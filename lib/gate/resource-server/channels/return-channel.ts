import { v7 as orderedId } from 'uuid'
import type { SignedChannelPayment } from '@/lib/base/chains/channels/read-channel'
import type { ChannelKey } from '@/lib/base/x402/payment-channel'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { channelReasons } from '@/lib/base/x402/reasons'
import { findPayerChannel } from '@/lib/payments/channels/list-channels'
import type { Gate } from '../gate'
import { termsOf, toPayload } from './channel-funds'
import { openChannel } from './open-channel'
import { refundChannel } from './refund-channel'

/** `nothing`: the channel is empty. `busy`: another request works on it. `unknown`: the money may be on its way. */
export type ReturnedChannel =
  | { kind: 'returned'; amountAtomic: bigint; transaction: string }
  | { kind: 'not_found' | 'nothing' | 'busy' | 'unknown' }
  | { kind: 'refused'; reason: string }

/**
 * Gives the rest of a channel back to the wallet that paid it in, when that wallet has signed in. Needs no voucher of
 * the payer: the last charged one proves what the seller keeps, and the rest can only go to the payer.
 */
export async function returnChannel(
  gate: Gate,
  { wallets, network, id }: ChannelKey & { wallets: readonly ProvenWallet[] },
): Promise<ReturnedChannel> {
  const channel = await findPayerChannel(gate.database, wallets, { network, id })
  if (!channel) return { kind: 'not_found' }
  const { config, chargedAtomic, signedAtomic, signature } = channel
  const requirements = termsOf(network, config)
  const voucher = { channelId: id, maxClaimableAmount: signedAtomic.toString(), signature }
  const payment: SignedChannelPayment = {
    type: 'refund',
    network,
    id,
    config,
    maxAtomic: chargedAtomic,
    signature,
    // It was checked when it was charged.
    isKeySigned: true,
    depositAtomic: 0n,
    refundAtomic: null,
    deposit: null,
    checkSignature: async () => ({ isValid: true, isLocal: true }),
  }
  const payload = toPayload(requirements, { type: 'refund', channelConfig: config, voucher })
  const call = { payment, payload, requirements, pendingId: orderedId() }
  const opened = await openChannel(gate, call)
  if (opened.kind === 'refused') return { kind: 'refused', reason: opened.reason }
  if (opened.kind !== 'reserved') return { kind: 'busy' }
  const outcome = await refundChannel(gate, call, opened.channel, { maxAtomic: signedAtomic, signature })
  switch (outcome.kind) {
    case 'refunded': {
      const { amount, transaction } = outcome.response
      return { kind: 'returned', amountAtomic: BigInt(amount || '0'), transaction }
    }
    case 'refused':
      return outcome.reason === channelReasons.refundNoBalance ? { kind: 'nothing' } : outcome
    case 'lost':
      return { kind: 'busy' }
    case 'unknown':
      return { kind: 'unknown' }
  }
}
