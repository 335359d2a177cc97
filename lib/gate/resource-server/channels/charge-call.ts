import { randomUUID } from 'node:crypto'
import { isUniqueViolation } from '@/lib/base/infra/database'
import { isDatabaseAway } from '@/lib/base/infra/database-away'
import { isQueueFull } from '@/lib/base/infra/queue-full'
import { classifyAudience } from '@/lib/base/x402/audience'
import { type ChannelFunds, toChannelState } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { type ChannelCharge, chargeChannel } from '@/lib/payments/channels/charge-channel'
import type { ChannelSums } from '@/lib/payments/channels/reserve-channel'
import type { StoredAnswer } from '@/lib/payments/ledger'
import { recordUnpaidWork } from '@/lib/payments/unpaid-work'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../opened-request'
import { readChallengedAt, readPaymentIdentifier } from '../read-extensions'
import { runAfterSettlement } from '../run-after-settlement'
import { answerableFor } from './answerable-for'
import { authorizationKeyOf, type ChannelCall, payerOf } from './channel-call'

/** What a call has come to. */
export type Earned = {
  amountAtomic: bigint
  channel: ChannelSums
  /** What the chain says once the deposit has landed, and in which transaction. */
  funds: ChannelFunds | null
  deposit?: SettleResponse
}

/** A call as the ledger keeps it. A stream's begins at zero, and is charged in steps from then on. */
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
    ...payment,
    isStream: answer === 'streamed',
    pendingId,
    leaseToken: randomUUID(),
    // What costs nothing is charged as often as it is asked for, and no stream is sent twice: such a key leads nowhere.
    authorizationKey: amountAtomic > 0n ? authorizationKeyOf(call) : `${authorizationKeyOf(call)}:${pendingId}`,
    payerIdentity: payerOf(payment),
    amountAtomic,
    authorizedAtomic: BigInt(requirements.amount),
    funds,
    routeKey: opened.route.key,
    routeId: opened.route.config.stored?.routeId ?? '',
    resourceUri: opened.resourceUri,
    requestFingerprint: await opened.fingerprint(),
    paymentIdentifier: readPaymentIdentifier(payload),
    // The latest voucher is the channel's; of each call the proof is enough.
    payload: { x402Version: payload.x402Version, payload: { voucher: payload.payload.voucher } },
    requirements,
    challengedAt: readChallengedAt(payload, gate.clock()),
    audience: classifyAudience(opened.request),
    entitlement: opened.entitlement,
    response: responseOf(call, earned),
    answer: answer === 'streamed' ? null : answer,
  }
}

/**
 * False when nothing was charged: the reservation was lost, or another payment took the identifier at that moment. The
 * work was done by then, so that counts against who answers for it; so does a charge that fails for what is in it.
 */
export async function chargeOnce(gate: Gate, call: ChannelCall, charge: ChannelCharge): Promise<boolean> {
  try {
    const isCharged = await chargeChannel(gate.database, charge)
    if (!isCharged) await noteUnpaid(gate, call, charge, reasons.paymentInProgress)
    return isCharged
  } catch (error) {
    // Nobody's doing but ours.
    if (isQueueFull(error) || isDatabaseAway(error)) throw error
    const isTaken = isUniqueViolation(error)
    await noteUnpaid(gate, call, charge, isTaken ? 'payment_identifier_conflict' : 'internal_error')
    if (isTaken) return false
    throw error
  }
}

/** A failure is only logged: how the charge ended is what the buyer is told. */
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

/** What the payer is told: the sum of the channel with this call in it. */
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

/** Tells of a paid call: whoever watches the gate, and the seller's own code. */
export function tellSeller(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  { response, amountAtomic }: Pick<ChannelCharge, 'response' | 'amountAtomic'>,
): void {
  const { payment, pendingId: paymentId, requirements } = call
  gate.observer.ended?.({ paymentId, status: 'settled', reason: null })
  observeCall(gate, opened, call, amountAtomic)
  void runAfterSettlement(gate, opened, { paymentId, payer: payment.config.payer, requirements }, response)
}

/** For the catalog, which counts what is listed; what cost nothing is no sale. */
function observeCall(
  gate: Gate,
  { route, resourceUrl, params }: OpenedRequest,
  call: ChannelCall,
  amountAtomic: bigint,
) {
  const { buildBazaar } = route
  if (!buildBazaar || amountAtomic === 0n) return
  gate.observer.calledByVoucher?.({
    routeKey: route.key,
    resource: resourceUrl,
    payer: call.payment.config.payer,
    amountAtomic,
    requirements: call.requirements,
    readBazaar: () => buildBazaar(params),
  })
}
