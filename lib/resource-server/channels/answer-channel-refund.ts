import { within } from '@/lib/infra/within'
import { beginRefund, recordRefund } from '@/lib/payments/channels/record-refund'
import { type KnownChannel, releaseChannel } from '@/lib/payments/channels/reserve-channel'
import { toChannelState } from '@/lib/x402/payment-channel'
import { corsHeaders, gatedCacheHeaders } from '@/lib/x402/protocol-headers'
import { channelReasons, reasons } from '@/lib/x402/reasons'
import type { PaymentPayload } from '@/lib/x402/wire'
import { answerPaymentRequired } from '../answer-payment-required'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../open-request'
import { paymentInProgress, refuse, stillUnknown } from '../refuse-payment'
import { settledHeaders } from '../settled-headers'
import type { ChannelCall } from './channel-call'
import { readSettledFunds } from './channel-funds'

/**
 * Gives the payer back what is left in the channel, or a part of it: what was charged is claimed in the same transaction,
 * so that neither side can lose by it. No handler runs and nothing is charged.
 */
export async function answerChannelRefund(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  channel: KnownChannel,
): Promise<Response> {
  const { payment, requirements, pendingId } = call
  const left = channel.balanceAtomic - channel.chargedAtomic
  const amountAtomic = payment.refundAtomic ?? left
  if (left <= 0n || amountAtomic <= 0n || amountAtomic > left) {
    await releaseChannel(gate.database, pendingId, payment)
    return refuse(gate, opened, left <= 0n ? channelReasons.refundNoBalance : channelReasons.refundAmountInvalid)
  }
  if (!(await beginRefund(gate.database, pendingId, payment))) return paymentInProgress()
  const settling = gate.ports.facilitator.settle(withClaims(call, channel, amountAtomic), requirements, null)
  const outcome = await within(requirements.maxTimeoutSeconds * 1000, settling)
  if (outcome?.kind === 'refused') {
    await releaseChannel(gate.database, pendingId, payment)
    const headers = settledHeaders({ response: { ...outcome.response, transaction: '' }, extensionResponses: null })
    return answerPaymentRequired(gate, opened, {
      error: outcome.response.errorReason ?? reasons.unexpectedSettleError,
      headers,
    })
  }
  const funds = outcome?.kind === 'settled' ? readSettledFunds(outcome.response.extra) : null
  // In doubt, the channel rests.
  if (outcome?.kind !== 'settled' || !funds) return stillUnknown()
  await recordRefund(gate.database, pendingId, payment, { funds, transaction: outcome.response.transaction })
  const response = {
    ...outcome.response,
    extra: { channelState: toChannelState(payment.id, funds, channel.chargedAtomic) },
  }
  return Response.json(
    { message: 'What was left in the channel has been given back.', channelId: payment.id },
    { headers: { ...corsHeaders, ...gatedCacheHeaders, ...settledHeaders({ response, extensionResponses: null }) } },
  )
}

/** The payer's wish with what only the receiver can add: how much, and the claim of what was charged. */
function withClaims({ payload, payment }: ChannelCall, channel: KnownChannel, amountAtomic: bigint): PaymentPayload {
  const { config, maxAtomic, signature } = payment
  const claim = {
    voucher: { channel: config, maxClaimableAmount: maxAtomic.toString() },
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
