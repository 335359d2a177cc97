import { v7 as orderedId } from 'uuid'
import { within } from '@/lib/base/infra/concurrency'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { type ChannelKey, channelReasons, toChannelState } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, SettleResponse } from '@/lib/base/x402/wire'
import type { SignedChannelPayment } from '@/lib/channels/chain/read-channel'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { beginRefund, type KnownChannel, recordRefund, releaseChannel } from '../ledger/channel-rows'
import { findPayerChannel } from '../ledger/list-channels'
import type { ChannelCall } from './channel-call'
import { readSettledFunds, termsOf, toPayload } from './channel-funds'
import { openChannel } from './open-channel'

/** `busy`: another request has the channel. `unknown`: it may land yet, and the channel rests. */
type ChannelRefundOutcome =
  | { kind: 'refunded'; response: SettleResponse }
  | { kind: 'refused'; reason: string; response: SettleResponse | null }
  | { kind: 'busy' | 'unknown' }

type ProvenSum = { maxAtomic: bigint; signature: string }

/**
 * Gives the payer back the rest of a reserved channel, or the part that was asked for. The same transaction claims what
 * was charged, so that neither side can lose.
 */
export async function refundChannel(
  gate: Gate,
  call: ChannelCall,
  channel: KnownChannel,
  proven: ProvenSum,
): Promise<ChannelRefundOutcome> {
  const { payment, requirements, pendingId } = call
  const left = channel.balanceAtomic - channel.chargedAtomic
  const amountAtomic = payment.refundAtomic ?? left
  if (left <= 0n || amountAtomic <= 0n || amountAtomic > left) {
    await releaseChannel(gate.database, pendingId, payment)
    const reason = left <= 0n ? channelReasons.refundNoBalance : channelReasons.refundAmountInvalid
    return { kind: 'refused', reason, response: null }
  }
  if (!(await beginRefund(gate.database, pendingId, payment))) return { kind: 'busy' }
  const payload = withClaims(call, channel, { ...proven, amountAtomic })
  const settling = gate.facilitator.settle({ payload, requirements }, null)
  const outcome = await within(requirements.maxTimeoutSeconds * 1000, settling)
  if (outcome?.kind === 'refused') {
    await releaseChannel(gate.database, pendingId, payment)
    const reason = outcome.response.errorReason ?? reasons.unexpectedSettleError
    return { kind: 'refused', reason, response: outcome.response }
  }
  const funds = outcome?.kind === 'settled' ? readSettledFunds(outcome.response.extra) : null
  // In doubt, the channel rests.
  if (outcome?.kind !== 'settled' || !funds) return { kind: 'unknown' }
  await recordRefund(gate.database, pendingId, payment, { funds, transaction: outcome.response.transaction })
  const channelState = toChannelState(payment.id, funds, channel.chargedAtomic)
  return { kind: 'refunded', response: { ...outcome.response, extra: { channelState } } }
}

/** The payer's request with what only the receiver can add: how much, and the claim of what was charged. */
function withClaims(
  { payload, payment }: ChannelCall,
  channel: KnownChannel,
  { maxAtomic, signature, amountAtomic }: ProvenSum & { amountAtomic: bigint },
): PaymentPayload {
  const claim = {
    voucher: { channel: payment.config, maxClaimableAmount: maxAtomic.toString() },
    signature,
    totalClaimed: channel.chargedAtomic.toString(),
  }
  return {
    ...payload,
    payload: {
      ...payload.payload,
      amount: amountAtomic.toString(),
      refundNonce: channel.refundNonce.toString(),
      claims: channel.chargedAtomic > channel.claimedAtomic ? [claim] : [],
    },
  }
}

/**
 * Gives the rest of a channel back to the wallet that paid it in, when that wallet has signed in. Needs no voucher of
 * the payer: the last charged one proves what the seller keeps, and the rest can only go to the payer. `nothing`: the
 * channel is empty.
 */
export async function returnChannel(
  gate: Gate,
  { wallets, network, id }: ChannelKey & { wallets: readonly ProvenWallet[] },
): Promise<ChannelRefundOutcome | { kind: 'not_found' | 'nothing' }> {
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
  const call = { payment, payload, requirements, pendingId: orderedId(), holdAt: null }
  const opened = await openChannel(gate, call)
  if (opened.kind === 'refused') return { ...opened, response: null }
  if (opened.kind !== 'reserved') return { kind: 'busy' }
  const outcome = await refundChannel(gate, call, opened.channel, { maxAtomic: signedAtomic, signature })
  const isEmpty = outcome.kind === 'refused' && outcome.reason === channelReasons.refundNoBalance
  return isEmpty ? { kind: 'nothing' } : outcome
}
