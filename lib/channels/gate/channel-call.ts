import { addressIdentity } from '@/lib/base/x402/addresses'
import { type ChannelKey, channelReasons, paysByChannel, toChannelState } from '@/lib/base/x402/payment-channel'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { SignedChannelPayment } from '@/lib/channels/chain/read-channel'
import { answerPaymentRequired } from '@/lib/gate/resource-server/answer-payment-required'
import { buyerOf } from '@/lib/gate/resource-server/deliver'
import type { Gate, OpenedRequest } from '@/lib/gate/resource-server/gate'
import { releaseReservation } from '@/lib/gate/resource-server/payment-claim'
import type { Buyer } from '@/lib/gate/resource-server/route-config'
import { type ChannelSums, forgetChannel, releaseChannel, renewChannel } from '../ledger/channel-rows'
import type { ClaimLimits } from '../ledger/claims'

export type ChannelCall = {
  payment: SignedChannelPayment
  payload: PaymentPayload
  requirements: PaymentRequirements
  pendingId: string
  /** Limits above which what its payer can disown waits to be claimed; null for none. */
  holdAt: ClaimLimits | null
}

/** A call as it was presented: read and compared with terms, with nothing reserved for it. */
export type PresentedCall = Omit<ChannelCall, 'pendingId' | 'holdAt'>

export const payerOf = ({ network, config }: SignedChannelPayment): string => addressIdentity(network, config.payer)

export const buyerOfCall = ({ payment, requirements, pendingId }: ChannelCall): Buyer =>
  buyerOf({
    id: pendingId,
    payer: payment.config.payer,
    network: payment.network,
    scheme: requirements.scheme,
    authorizedAtomic: BigInt(requirements.amount),
  })

export const channelPrefixOf = ({ network, id }: ChannelKey): string => `${network}:channel:${id}:`

/** Key of one charge: the sum before it, which is unique in a channel. A voucher's copy leads to the same key. */
export const authorizationKeyOf = ({ payment, requirements }: Pick<ChannelCall, 'payment' | 'requirements'>): string =>
  `${channelPrefixOf(payment)}${payment.maxAtomic - BigInt(requirements.amount)}`

const RENEWAL_MS = 4_000

export function keepReserved(gate: Gate, { payment, pendingId }: ChannelCall): () => void {
  const renew = () =>
    renewChannel(gate.database, pendingId, payment).catch((error: unknown) =>
      gate.log.warn({ err: error, channel: payment.id }, 'The reservation of a channel was not renewed'),
    )
  const timer = setInterval(() => void renew(), RENEWAL_MS).unref()
  return () => clearInterval(timer)
}

export async function releaseDeposit(gate: Gate, { payment: { deposit }, pendingId }: ChannelCall): Promise<void> {
  if (deposit) await releaseReservation(gate, { authorization: deposit.authorization, paymentId: pendingId })
}

/**
 * Nothing was charged: releases the channel, and what a deposit reserved. With `isUnopened` the deposit was not sent: a
 * server that sends it later counts the channel.
 */
export async function letGo(gate: Gate, call: ChannelCall, { isUnopened = false } = {}): Promise<void> {
  const release = isUnopened && call.payment.type === 'deposit' ? forgetChannel : releaseChannel
  await Promise.all([
    release(gate.database, call.pendingId, call.payment).catch((error: unknown) =>
      gate.log.warn({ err: error, channel: call.payment.id }, 'A channel was not let go'),
    ),
    releaseDeposit(gate, call),
  ])
}

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
