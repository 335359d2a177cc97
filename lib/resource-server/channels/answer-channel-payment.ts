import { randomUUID } from 'node:crypto'
import { v7 as orderedId } from 'uuid'
import { isUniqueViolation } from '@/lib/infra/database'
import { chargeChannel } from '@/lib/payments/channels/charge-channel'
import { type KnownChannel, releaseChannel, renewChannel } from '@/lib/payments/channels/reserve-channel'
import { findIdentified, findPayment } from '@/lib/payments/ledger'
import { hasUnpaidWork, recordUnpaidWork } from '@/lib/payments/unpaid-work'
import { addressIdentity } from '@/lib/x402/addresses'
import { classifyAudience } from '@/lib/x402/audience'
import { type ChannelFunds, type ChannelPayment, toChannelState } from '@/lib/x402/payment-channel'
import { channelReasons } from '@/lib/x402/reasons'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@/lib/x402/wire'
import { answerPaymentRequired } from '../answer-payment-required'
import { answerIdentified } from '../answer-repeated-payment'
import { answerStopped } from '../answer-stopped'
import { buyerOf, deliver, deliverSettled, deliverStored } from '../deliver'
import type { Gate } from '../gate'
import { createMeter } from '../meter'
import type { OpenedRequest } from '../open-request'
import { type Produced, produce } from '../produce'
import { readChallengedAt, readPaymentIdentifier } from '../read-extensions'
import { amountInvalid, payerLimited, paymentInProgress, refuse, stillUnknown } from '../refuse-payment'
import { releaseAnswer } from '../release'
import { runAfterSettlement } from '../run-after-settlement'
import { discardAnswer, toStoredAnswer } from '../stored-answer'
import { answerChannelRefund } from './answer-channel-refund'
import { openChannel, releaseDeposit } from './open-channel'
import { refuseStale } from './refuse-channel'
import { settleDeposit } from './settle-deposit'

/** A request that alone works on a channel. */
export type ChannelCall = {
  payment: ChannelPayment
  payload: PaymentPayload
  requirements: PaymentRequirements
  pendingId: string
}

/**
 * A payment by a channel: checked by one signature and one row, charged by one statement that waits for the disk, and
 * claimed on chain later with many others. A handler that fails changes nothing, so the same voucher may be used again.
 */
export async function answerChannelPayment(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<Response> {
  const payment = await gate.ports.chains.readChannelPayment(payload, requirements)
  if ('reason' in payment) return refuse(gate, opened, payment.reason)
  if (payment.type === 'deposit' && payment.depositAtomic < minimumOf(requirements)) {
    return refuse(gate, opened, channelReasons.depositBelowMinimum)
  }
  // A deposit is brought on chain after the work for it.
  if (payment.type === 'deposit' && (await hasUnpaidWork(gate.database, payerOf(payment)))) return payerLimited()
  const call = { payment, payload, requirements, pendingId: orderedId() }
  const { stop } = opened.route.config
  if (stop && payment.type !== 'refund') return (await answerRepeated(gate, opened, call)) ?? answerStopped(stop)
  const identified = await answerNamed(gate, opened, call)
  if (identified) return identified
  const channel = await openChannel(gate, call)
  switch (channel.kind) {
    case 'reserved':
      return payment.type === 'refund'
        ? answerChannelRefund(gate, opened, call, channel.channel)
        : holding(gate, call, () => produceThenCharge(gate, opened, call, channel))
    case 'busy':
      return answerPaymentRequired(gate, opened, { error: channelReasons.channelBusy, headers: { 'Retry-After': '1' } })
    case 'refused':
      return refuse(gate, opened, channel.reason)
    case 'stale':
      return (await answerRepeated(gate, opened, call)) ?? refuseStale(gate, opened, payment, channel.channel)
  }
}

const payerOf = ({ network, config }: ChannelPayment): string => addressIdentity(network, config.payer)

const minimumOf = ({ extra }: PaymentRequirements): bigint => BigInt(String(extra?.minDeposit ?? 0))

/**
 * What one charge is known by: the sum before it, which each charge of a channel begins at once. A copy of a voucher
 * that was charged leads there.
 */
const authorizationKeyOf = ({ payment, requirements }: ChannelCall): string =>
  `${payment.network}:channel:${payment.id}:${payment.maxAtomic - BigInt(requirements.amount)}`

/** The very request that was charged, once more: its stored answer, while it is undelivered. Null for any other. */
async function answerRepeated(gate: Gate, opened: OpenedRequest, call: ChannelCall): Promise<Response | null> {
  if (call.payment.type === 'refund') return null
  const row = await findPayment(gate.database, authorizationKeyOf(call))
  if (!row || row.resourceUri !== opened.resourceUri) return null
  if (row.requestFingerprint !== (await opened.fingerprint())) return null
  const identifier = readPaymentIdentifier(opened, call.payload)
  if (row.deliveredAt === null) return (await deliverSettled(gate, opened, row)) ?? paymentInProgress()
  return identifier !== null && row.paymentIdentifier === identifier ? deliverStored(gate, opened, row) : null
}

/** A payment identifier that this payer has used at the route: its outcome, or a conflict. Null for a new one, and none. */
async function answerNamed(gate: Gate, opened: OpenedRequest, { payment, payload }: ChannelCall) {
  const paymentIdentifier = readPaymentIdentifier(opened, payload)
  if (paymentIdentifier === null || payment.type === 'refund') return null
  const used = { routeKey: opened.route.key, payerIdentity: payerOf(payment), paymentIdentifier }
  const row = await findIdentified(gate.database, used)
  const input = { requestFingerprint: await opened.fingerprint(), resourceUri: opened.resourceUri }
  return row && answerIdentified(gate, opened, input, row)
}

const RENEWAL_MS = 4_000

/** Keeps the channel reserved while that runs, and lets go of it when it fails. */
async function holding(gate: Gate, call: ChannelCall, work: () => Promise<Response>): Promise<Response> {
  const { payment, pendingId } = call
  const renew = () =>
    renewChannel(gate.database, pendingId, payment).catch((error: unknown) =>
      gate.log.warn({ err: error, channel: payment.id }, 'The reservation of a channel was not renewed'),
    )
  const timer = setInterval(() => void renew(), RENEWAL_MS).unref()
  try {
    return await work()
  } catch (error) {
    await letGo(gate, call)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Nothing was charged: the channel is free, and so is what a deposit reserved. */
async function letGo(gate: Gate, call: ChannelCall): Promise<void> {
  await Promise.all([
    releaseChannel(gate.database, call.pendingId, call.payment).catch((error: unknown) =>
      gate.log.warn({ err: error, channel: call.payment.id }, 'A channel was not let go'),
    ),
    call.payment.type === 'deposit' ? releaseDeposit(gate, call) : null,
  ])
}

type Reserved = { channel: KnownChannel; hasDeposit: boolean }

async function produceThenCharge(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  { channel, hasDeposit }: Reserved,
): Promise<Response> {
  const { payment, requirements } = call
  const { meter, read } = createMeter(opened.route.meterTerms(requirements))
  const buyer = buyerOf({
    payer: payment.config.payer,
    network: payment.network,
    scheme: requirements.scheme,
    authorizedAtomic: BigInt(requirements.amount),
  })
  const produced = await produce(gate, opened, { buyer, meter })
  const reading = read()
  if (!produced.isOk) {
    await letGo(gate, call)
    return releaseAnswer(produced.answer, opened, {}, { delivered: () => {}, broken: () => {} })
  }
  if (reading.kind === 'invalid') {
    await discardAnswer(produced.answer)
    await letGo(gate, call)
    return amountInvalid(reading.message)
  }
  if (!hasDeposit)
    return charge(gate, opened, call, { produced, amountAtomic: reading.amountAtomic, funds: null, channel })
  const settled = await settleDeposit(gate, call)
  if (settled.kind !== 'settled') {
    await discardAnswer(produced.answer)
    await letGo(gate, call)
    if (settled.kind === 'unknown') return stillUnknown()
    await recordUnpaidWork(gate.database, {
      id: call.pendingId,
      routeKey: opened.route.key,
      resourceUri: opened.resourceUri,
      requestFingerprint: await opened.fingerprint(),
      payer: payment.config.payer,
      payerIdentity: payerOf(payment),
      requirements,
      reason: settled.reason,
    })
    return refuse(gate, opened, settled.reason)
  }
  return charge(gate, opened, call, { produced, amountAtomic: reading.amountAtomic, channel, ...settled })
}

type Earned = {
  produced: Produced
  amountAtomic: bigint
  channel: KnownChannel
  /** What the chain says once the deposit has landed, and in which transaction. */
  funds: ChannelFunds | null
  deposit?: SettleResponse
}

async function charge(gate: Gate, opened: OpenedRequest, call: ChannelCall, earned: Earned): Promise<Response> {
  const { payment, payload, requirements, pendingId } = call
  const { produced, amountAtomic, funds } = earned
  const leaseToken = randomUUID()
  const response = responseOf(call, earned)
  const isCharged = await chargeChannel(gate.database, {
    ...payment,
    pendingId,
    leaseToken,
    // What costs nothing is charged as often as it is asked for: it leads nowhere.
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
    response,
    answer: toStoredAnswer(produced.answer),
  }).catch((error: unknown) => {
    // Another payment took the identifier at the same moment; nothing was charged.
    if (isUniqueViolation(error)) return false
    throw error
  })
  if (!isCharged) {
    await discardAnswer(produced.answer)
    await letGo(gate, call)
    return paymentInProgress()
  }
  gate.observer.ended?.({ paymentId: pendingId, status: 'settled', reason: null })
  observeCall(gate, opened, call, amountAtomic)
  void runAfterSettlement(gate, opened, { paymentId: pendingId, payer: payment.config.payer, requirements }, response)
  return deliver(
    gate,
    opened,
    { paymentId: pendingId, leaseToken, response, extensionResponses: null },
    produced.answer,
  )
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

/** What the payer is told: the sum of the channel with this call in it. */
function responseOf({ payment, requirements }: ChannelCall, earned: Earned): SettleResponse {
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
