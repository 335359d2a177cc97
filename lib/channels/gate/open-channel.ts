import { within } from '@/lib/base/infra/concurrency'
import { databaseNow } from '@/lib/base/infra/prune'
import { type ChannelFunds, channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, SettleResponse } from '@/lib/base/x402/wire'
import { canDisown } from '@/lib/channels/chain/channel-payload'
import type { SignedChannelPayment } from '@/lib/channels/chain/read-channel'
import type { Gate, OpenedRequest } from '@/lib/gate/resource-server/gate'
import { FacilitatorUnreachableError } from '@/lib/gate/resource-server/ports'
import { refuse, stillUnknown } from '@/lib/gate/resource-server/refuse-payment'
import { recordUnpaidWork } from '@/lib/payments/claim'
import {
  forgetChannel,
  type KnownChannel,
  type ReservationResult,
  reserveChannel,
  syncChannel,
} from '../ledger/channel-rows'
import { type ChannelCall, letGo, payerOf, releaseDeposit } from './channel-call'
import { answerableFor, readFunds, readSettledFunds } from './channel-funds'

/** `hasDeposit`: the money for the call is not on chain yet. */
type ReservedChannel = { channel: KnownChannel; hasDeposit: boolean }

/** Call `onDeposit` before the deposit is sent: from then on the channel may hold money, and is not forgotten. */
export type HeldChannel = ReservedChannel & { onDeposit: () => void }

/**
 * `reserved`: only this request works on the channel. `stale`: the voucher continues another sum than was charged.
 * `busy`: another request works on it. `limited`: too much was produced for its payer and not paid for, or waits to be
 * claimed from a payer who can disown it. `overdue`: its charges were not claimed in time. `refused`: with its reason.
 */
export type OpenedChannel =
  | ({ kind: 'reserved' } & ReservedChannel)
  | { kind: 'stale'; channel: KnownChannel }
  | { kind: 'busy' }
  | { kind: 'limited' }
  | { kind: 'overdue' }
  | { kind: 'refused'; reason: string }

/**
 * Reserves the channel of a payment for one request. Asks the chain, through the facilitator, where the ledger does not
 * know the channel or its state is old, for each deposit, and for signatures that only a contract can check. Fails like
 * an outage when the facilitator does not answer.
 */
export async function openChannel(gate: Gate, call: ChannelCall): Promise<OpenedChannel> {
  const { payment } = call
  if (payment.maxAtomic < amountOf(call)) return { kind: 'refused', reason: channelReasons.chargeExceedsSigned }
  if (payment.type === 'deposit' || !payment.isKeySigned) return openVerified(gate, call)
  const first = await reserve(gate, call, 0n)
  return needsChain(first, payment) ? openVerified(gate, call) : resultOf(first, false)
}

/** True if the chain's state may be better for the payer than the ledger's. */
function needsChain(
  { isReserved, isLimited, isOverdue, channel }: ReservationResult,
  { maxAtomic }: SignedChannelPayment,
): boolean {
  if (isReserved || isLimited || isOverdue) return false
  return channel === null || !channel.isFresh || maxAtomic > channel.balanceAtomic
}

async function openVerified(gate: Gate, call: ChannelCall): Promise<OpenedChannel> {
  const { payment, payload, requirements, pendingId } = call
  const asOf = await databaseNow(gate.database)
  const verdict = await gate.facilitator.verify(payment.deposit ?? { payload, requirements }, pendingId)
  if (verdict.isValid)
    return reserveKnown(gate, call, { asOf, extra: verdict.extra, depositAtomic: payment.depositAtomic })
  const reason = verdict.invalidReason ?? reasons.unexpectedVerifyError
  if (payment.type === 'voucher' && outgrown.has(reason))
    return { kind: 'refused', reason: channelReasons.cumulativeMismatch }
  if (payment.type !== 'deposit') return { kind: 'refused', reason }
  // A deposit that has landed already is a voucher.
  const again = await gate.facilitator.verify({ payload: toVoucher(payload), requirements })
  return again.isValid
    ? reserveKnown(gate, call, { asOf, extra: again.extra, depositAtomic: 0n })
    : { kind: 'refused', reason }
}

/**
 * The channel was emptied, or claimed further, by another way than the client knows of. Told of a wrong sum, a stock one
 * reads the chain, and deposits again where nothing is left.
 */
const outgrown: ReadonlySet<string> = new Set([
  channelReasons.cumulativeExceedsBalance,
  channelReasons.cumulativeBelowClaimed,
  channelReasons.channelNotFound,
])

const toVoucher = (payload: PaymentPayload): PaymentPayload => {
  const { deposit: _landed, ...voucher } = payload.payload
  return { ...payload, payload: { ...voucher, type: 'voucher' } }
}

async function reserveKnown(
  gate: Gate,
  call: ChannelCall,
  { asOf, extra, depositAtomic }: { asOf: Date; extra: unknown; depositAtomic: bigint },
): Promise<OpenedChannel> {
  const { network, id, config, maxAtomic } = call.payment
  const funds = readFunds(extra)
  if (!funds) throw new FacilitatorUnreachableError('The facilitator does not say how the channel stands.')
  const beginsAtomic = depositAtomic > 0n ? maxAtomic - amountOf(call) : null
  // A channel that another ledger counts gets no row here.
  const isNew = await syncChannel(gate.database, { network, id, config, funds, asOf, beginsAtomic })
  const reserved = await reserve(gate, call, depositAtomic)
  const result: OpenedChannel =
    reserved.channel === null && !reserved.isLimited
      ? { kind: 'refused', reason: channelReasons.openedElsewhere }
      : resultOf(reserved, depositAtomic > 0n)
  // Otherwise the deposit's reservation of the payer's money is released, which may fill the channel elsewhere.
  if (result.kind !== 'reserved' && depositAtomic > 0n) await releaseDeposit(gate, call)
  if (result.kind !== 'reserved' && isNew) await forgetChannel(gate.database, null, call.payment)
  return result
}

const amountOf = ({ payment, requirements }: ChannelCall): bigint =>
  payment.type === 'refund' ? 0n : BigInt(requirements.amount)

const reserve = (gate: Gate, call: ChannelCall, depositAtomic: bigint): Promise<ReservationResult> => {
  const { payment, pendingId, holdAt } = call
  const { network, id, maxAtomic, config } = payment
  const isWork = payment.type !== 'refund'
  return reserveChannel(gate.database, {
    network,
    id,
    maxAtomic,
    pendingId,
    depositAtomic,
    amountAtomic: amountOf(call),
    answerable: isWork ? answerableFor(payment) : null,
    holdAt: isWork && canDisown(config) ? holdAt : null,
  })
}

function resultOf(
  { isReserved, isLimited, isOverdue, channel }: ReservationResult,
  hasDeposit: boolean,
): OpenedChannel {
  if (isLimited) return { kind: 'limited' }
  if (isOverdue) return { kind: 'overdue' }
  if (channel === null) return { kind: 'refused', reason: channelReasons.channelNotFound }
  if (isReserved) return { kind: 'reserved', channel, hasDeposit }
  if (channel.isPending) return { kind: 'busy' }
  if (channel.isClosing) return { kind: 'refused', reason: channelReasons.closing }
  return { kind: 'stale', channel }
}

/** Brings a call's deposit on chain once its work is done. Returns the buyer's answer where it does not land. */
export async function bringDeposit(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
): Promise<Response | { funds: ChannelFunds; deposit: SettleResponse }> {
  const settled = await settleDeposit(gate, call)
  if (settled.kind === 'settled') return settled
  await letGo(gate, call, { isUnopened: settled.kind === 'refused' })
  if (settled.kind === 'unknown') return stillUnknown()
  const { payment, pendingId, requirements } = call
  await recordUnpaidWork(gate.database, {
    id: pendingId,
    routeKey: opened.route.key,
    resourceUri: opened.resourceUri,
    requestFingerprint: await opened.fingerprint(),
    payer: payment.config.payer,
    payerIdentity: payerOf(payment),
    requirements,
    // Not the payer's fault.
    reason: settled.reason === channelReasons.rpcReadFailed ? reasons.unexpectedSettleError : settled.reason,
  })
  return refuse(gate, opened, settled.reason)
}

/**
 * Brings a deposit into its channel. The deposit pays for nothing yet: charges come afterwards. `refused`: also where it
 * is sent for another server. `unknown`: it may land yet, in the payer's channel, which the same payload opens.
 */
async function settleDeposit(gate: Gate, call: ChannelCall) {
  const { payment, payload, requirements, pendingId } = call
  const settling = gate.facilitator.settle(payment.deposit ?? { payload, requirements }, null, pendingId)
  const outcome = await within(requirements.maxTimeoutSeconds * 1000, settling)
  if (outcome?.kind === 'refused') {
    return { kind: 'refused', reason: outcome.response.errorReason ?? reasons.unexpectedSettleError } as const
  }
  if (outcome?.kind === 'unknown' && outcome.reason === reasons.duplicateSettlement) {
    return { kind: 'refused', reason: outcome.reason } as const
  }
  const funds = outcome?.kind === 'settled' ? readSettledFunds(outcome.response.extra) : null
  return outcome?.kind === 'settled' && funds
    ? ({ kind: 'settled', funds, deposit: outcome.response } as const)
    : ({ kind: 'unknown' } as const)
}
