import { randomUUID } from 'node:crypto'
import { isQueueFull } from '@/lib/base/infra/concurrency'
import { isUniqueViolation } from '@/lib/base/infra/database'
import { isDatabaseAway } from '@/lib/base/infra/database-errors'
import { type ChannelFunds, toChannelState } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { secretOnly } from '@/lib/gate/resource-server/build-challenge'
import type { Gate, OpenedRequest } from '@/lib/gate/resource-server/gate'
import { requestOf } from '@/lib/gate/resource-server/payment-claim'
import { runAfterSettlement } from '@/lib/gate/resource-server/settle-payment'
import { recordUnpaidWork } from '@/lib/payments/claim'
import type { StoredAnswer } from '@/lib/payments/ledger'
import type { ChannelSums } from '../ledger/channel-rows'
import { type ChannelCharge, chargeChannel } from '../ledger/charge-channel'
import { authorizationKeyOf, type ChannelCall, payerOf } from './channel-call'
import { answerableFor } from './channel-funds'

export type Earned = {
  amountAtomic: bigint
  channel: ChannelSums
  funds: ChannelFunds | null
  deposit?: SettleResponse
}

/** A call as the ledger keeps it. A stream's charge begins at zero, and grows in steps. */
export async function toCharge(
  gate: Pick<Gate, 'clock'>,
  opened: OpenedRequest,
  call: ChannelCall,
  earned: Earned,
  answer: StoredAnswer | 'streamed' | null,
): Promise<ChannelCharge> {
  const { payment, payload, requirements, pendingId } = call
  const { amountAtomic, funds } = earned
  return {
    network: payment.network,
    id: payment.id,
    config: payment.config,
    maxAtomic: payment.maxAtomic,
    signature: payment.signature,
    isStream: answer === 'streamed',
    pendingId,
    leaseToken: randomUUID(),
    // A free call may be repeated, and no stream is sent twice: such a key is never looked up.
    authorizationKey: amountAtomic > 0n ? authorizationKeyOf(call) : `${authorizationKeyOf(call)}:${pendingId}`,
    payerIdentity: payerOf(payment),
    amountAtomic,
    authorizedAtomic: BigInt(requirements.amount),
    funds,
    ...(await requestOf(gate, opened, payload)),
    // The channel keeps the latest voucher; for each call its proof is enough.
    payload: {
      x402Version: payload.x402Version,
      payload: { voucher: payload.payload.voucher },
      ...secretOnly(payload),
    },
    requirements,
    entitlement: opened.entitlement,
    response: responseOf(call, earned),
    answer: answer === 'streamed' ? null : answer,
  }
}

/**
 * False when nothing was charged: the reservation was lost, or another payment took the identifier at that moment. The
 * work was done by then, so it counts against the one who is responsible for it; so does a charge that fails for its
 * content.
 */
export async function chargeOnce(gate: Gate, call: ChannelCall, charge: ChannelCharge): Promise<boolean> {
  try {
    const isCharged = await chargeChannel(gate.database, charge)
    if (!isCharged) await noteUnpaid(gate, call, charge, reasons.paymentInProgress)
    return isCharged
  } catch (error) {
    // Our own fault, not the payer's.
    if (isQueueFull(error) || isDatabaseAway(error)) throw error
    const isTaken = isUniqueViolation(error)
    await noteUnpaid(gate, call, charge, isTaken ? 'payment_identifier_conflict' : 'internal_error')
    if (isTaken) return false
    throw error
  }
}

/** A failure is only logged: the buyer is told how the charge ended. */
async function noteUnpaid(
  gate: Gate,
  { payment, pendingId: id, requirements }: ChannelCall,
  { routeKey, resourceUri, requestFingerprint }: ChannelCharge,
  reason: string,
): Promise<void> {
  const payer = { payer: payment.config.payer, payerIdentity: answerableFor(payment) }
  const work = { id, ...payer, routeKey, resourceUri, requestFingerprint, requirements, reason }
  await recordUnpaidWork(gate.database, work).catch((error: unknown) =>
    gate.log.error({ err: error, paymentId: id }, 'Unpaid work was not noted'),
  )
}

export function responseOf({ payment, requirements }: ChannelCall, earned: Earned): SettleResponse {
  const { amountAtomic, channel, funds, deposit } = earned
  const chargedAtomic = payment.maxAtomic - BigInt(requirements.amount) + amountAtomic
  return {
    success: true,
    payer: payment.config.payer,
    transaction: deposit?.transaction ?? '',
    network: requirements.network,
    amount: deposit?.amount ?? '',
    extra: {
      chargedAmount: amountAtomic.toString(),
      channelState: toChannelState(payment.id, funds ?? channel, chargedAtomic),
    },
  }
}

export function tellSeller(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  { response }: Pick<ChannelCharge, 'response'>,
): void {
  const { payment, pendingId: paymentId, requirements } = call
  gate.observer.ended?.({ paymentId, status: 'settled', reason: null })
  void runAfterSettlement(gate, opened, { paymentId, payer: payment.config.payer, requirements }, response)
}
