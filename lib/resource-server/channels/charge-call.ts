import { randomUUID } from 'node:crypto'
import { isUniqueViolation } from '@/lib/infra/database'
import { type ChannelCharge, chargeChannel } from '@/lib/payments/channels/charge-channel'
import type { ChannelSums } from '@/lib/payments/channels/reserve-channel'
import type { StoredAnswer } from '@/lib/payments/ledger'
import { classifyAudience } from '@/lib/x402/audience'
import { type ChannelFunds, toChannelState } from '@/lib/x402/payment-channel'
import type { SettleResponse } from '@/lib/x402/wire'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../open-request'
import { readChallengedAt, readPaymentIdentifier } from '../read-extensions'
import { runAfterSettlement } from '../run-after-settlement'
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
    resourceUri: opened.resourceUri,
    requestFingerprint: await opened.fingerprint(),
    paymentIdentifier: readPaymentIdentifier(opened, payload),
    // The latest voucher is the channel's; of each call the proof is enough.
    payload: { x402Version: payload.x402Version, payload: { voucher: payload.payload.voucher } },
    requirements,
    challengedAt: readChallengedAt(payload),
    audience: classifyAudience(opened.request),
    entitlement: opened.entitlement,
    response: responseOf(call, earned),
    answer: answer === 'streamed' ? null : answer,
  }
}

/** False when nothing was charged: the reservation was lost, or another payment took the identifier at that moment. */
export function chargeOnce(gate: Gate, charge: ChannelCharge): Promise<boolean> {
  return chargeChannel(gate.database, charge).catch((error: unknown) => {
    if (isUniqueViolation(error)) return false
    throw error
  })
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
