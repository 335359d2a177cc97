import { type ChannelKey, paysByChannel, toChannelState } from '@/lib/base/x402/payment-channel'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { ChannelSums } from '@/lib/payments/channels/reserve-channel'
import { answerPaymentRequired } from '../answer-payment-required'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../opened-request'

/**
 * The corrective 402: the payer's sum differs from the one charged here. It contains the charged sum with the voucher
 * that proves it, so that the client can continue. Only for a voucher that the payer has signed.
 */
export function refuseStale(
  gate: Gate,
  opened: OpenedRequest,
  { network, id }: ChannelKey,
  channel: ChannelSums,
): Promise<Response> {
  const state = {
    channelState: toChannelState(id, channel, channel.chargedAtomic),
    ...(channel.signedAtomic !== null && channel.signature !== null
      ? { voucherState: { signedMaxClaimable: channel.signedAtomic.toString(), signature: channel.signature } }
      : {}),
  }
  const accepts = opened.route.accepts.map((option) =>
    paysByChannel(option) && option.network === network ? { ...option, extra: { ...option.extra, ...state } } : option,
  )
  return answerPaymentRequired(gate, opened, { error: channelReasons.cumulativeMismatch, accepts })
}
