import { within } from '@/lib/base/infra/within'
import { toChannelState } from '@/lib/base/x402/payment-channel'
import { channelReasons, reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, SettleResponse } from '@/lib/base/x402/wire'
import { beginRefund, type KnownChannel, recordRefund, releaseChannel } from '@/lib/payments/channels/channel-rows'
import type { Gate } from '../gate'
import type { ChannelCall } from './channel-call'
import { readSettledFunds } from './channel-funds'

/** `lost`: another request took the reservation. `unknown`: it may land yet, and the channel rests. */
export type RefundOutcome =
  | { kind: 'refunded'; response: SettleResponse }
  | { kind: 'refused'; reason: string; response: SettleResponse | null }
  | { kind: 'lost' }
  | { kind: 'unknown' }

export type ProvenSum = { maxAtomic: bigint; signature: string }

/**
 * Gives the payer back the rest of a reserved channel, or the part that was asked for. The same transaction claims what
 * was charged, so that neither side can lose.
 */
export async function refundChannel(
  gate: Gate,
  call: ChannelCall,
  channel: KnownChannel,
  proven: ProvenSum,
): Promise<RefundOutcome> {
  const { payment, requirements, pendingId } = call
  const left = channel.balanceAtomic - channel.chargedAtomic
  const amountAtomic = payment.refundAtomic ?? left
  if (left <= 0n || amountAtomic <= 0n || amountAtomic > left) {
    await releaseChannel(gate.database, pendingId, payment)
    const reason = left <= 0n ? channelReasons.refundNoBalance : channelReasons.refundAmountInvalid
    return { kind: 'refused', reason, response: null }
  }
  if (!(await beginRefund(gate.database, pendingId, payment))) return { kind: 'lost' }
  const payload = withClaims(call, channel, { ...proven, amountAtomic })
  const settling = gate.ports.facilitator.settle({ payload, requirements }, null)
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
