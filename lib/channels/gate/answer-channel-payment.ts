import { v7 as orderedId } from 'uuid'
import { orReason } from '@/lib/base/chains/errors'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { corsHeaders, gatedCacheHeaders } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { readChannelPayment } from '@/lib/channels/chain/read-channel'
import { answerPaymentRequired } from '@/lib/gate/resource-server/answer-payment-required'
import { deliver } from '@/lib/gate/resource-server/deliver'
import type { Gate, OpenedRequest } from '@/lib/gate/resource-server/gate'
import { createMeter, meterTermsOf } from '@/lib/gate/resource-server/meter'
import { answerStopped, problemResponse } from '@/lib/gate/resource-server/problem'
import { produce } from '@/lib/gate/resource-server/produce'
import {
  amountInvalid,
  payerLimited,
  paymentInProgress,
  refuse,
  stillUnknown,
} from '@/lib/gate/resource-server/refuse-payment'
import { discardAnswer, releaseAnswer, settledHeaders, toStoredAnswer } from '@/lib/gate/resource-server/release'
import { hasUnpaidWork } from '@/lib/payments/claim'
import type { KnownChannel } from '../ledger/channel-rows'
import { answerNamedCall, answerRepeatedCall } from './answer-repeated-call'
import { buyerOfCall, type ChannelCall, keepReserved, letGo, payerOf, refuseStale } from './channel-call'
import { chargeOnce, tellSeller, toCharge } from './charge-call'
import { continueStream, streamOf } from './continue-stream'
import { bringDeposit, type HeldChannel, openChannel } from './open-channel'
import { refundChannel } from './refund-channel'
import { streamFromChannel } from './stream-from-channel'

/**
 * Answers a payment through a channel: checked by one signature and one row, charged by one statement that waits for
 * the disk, and claimed on chain later with many others. A handler that fails changes nothing, so the same voucher may
 * be used again.
 */
export async function answerChannelPayment(
  gate: Gate,
  opened: OpenedRequest,
  asked: Pick<ChannelCall, 'payload' | 'requirements' | 'holdAt'>,
): Promise<Response> {
  const { payload, requirements } = asked
  const payment = await orReason(() => readChannelPayment(payload, requirements))
  if ('reason' in payment) return refuse(gate, opened, payment.reason)
  const stream = streamOf(opened)
  if (stream !== null) return continueStream(gate, opened, { payment, payload, requirements, paymentId: stream })
  if (payment.type === 'deposit' && payment.depositAtomic < minimumOf(requirements)) {
    return refuse(gate, opened, channelReasons.depositBelowMinimum)
  }
  // A deposit goes on chain after the work for it.
  if (payment.type === 'deposit' && (await hasUnpaidWork(gate.database, payerOf(payment)))) return payerLimited()
  const call = { ...asked, payment, pendingId: orderedId() }
  const { stop } = opened.route.config
  if (stop && payment.type !== 'refund') return (await answerRepeatedCall(gate, opened, call)) ?? answerStopped(stop)
  const identified = await answerNamedCall(gate, opened, call)
  if (identified) return identified
  const channel = await openChannel(gate, call)
  switch (channel.kind) {
    case 'reserved':
      return payment.type === 'refund'
        ? answerChannelRefund(gate, opened, call, channel.channel)
        : holding(gate, call, (onDeposit) => {
            const answer = opened.route.config.isStreaming ? streamFromChannel : produceThenCharge
            return answer(gate, opened, call, { ...channel, onDeposit })
          })
    case 'busy':
      return answerPaymentRequired(gate, opened, { error: channelReasons.channelBusy, headers: { 'Retry-After': '1' } })
    case 'refused':
      return refuse(gate, opened, channel.reason)
    case 'limited':
      return (await answerRepeatedCall(gate, opened, call)) ?? payerLimited()
    case 'overdue':
      return (await answerRepeatedCall(gate, opened, call)) ?? claimOverdue()
    case 'stale':
      return (await answerRepeatedCall(gate, opened, call)) ?? refuseStale(gate, opened, payment, channel.channel)
  }
}

const minimumOf = ({ extra }: PaymentRequirements): bigint => BigInt(String(extra?.minDeposit ?? 0))

/** Keeps the channel reserved while `work` runs, and releases it when that fails. */
async function holding(
  gate: Gate,
  call: ChannelCall,
  work: (onDeposit: () => void) => Promise<Response>,
): Promise<Response> {
  let isUnopened = true
  const stopKeeping = keepReserved(gate, call)
  try {
    return await work(() => {
      isUnopened = false
    })
  } catch (error) {
    await letGo(gate, call, { isUnopened })
    throw error
  } finally {
    stopKeeping()
  }
}

async function produceThenCharge(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  { channel, hasDeposit, onDeposit }: HeldChannel,
): Promise<Response> {
  Object.assign(opened.facts, { paymentId: call.pendingId, settledAs: 'settled' })
  const { meter, read } = createMeter(meterTermsOf(call.requirements))
  const produced = await produce(gate, opened, { buyer: buyerOfCall(call), meter })
  const reading = read()
  if (!produced.isOk) {
    await letGo(gate, call, { isUnopened: true })
    return releaseAnswer(produced.answer, opened)
  }
  if (reading.kind === 'invalid') {
    await discardAnswer(produced.answer)
    await letGo(gate, call, { isUnopened: true })
    return amountInvalid(reading.message)
  }
  if (hasDeposit) onDeposit()
  const funded = hasDeposit ? await bringDeposit(gate, opened, call) : { funds: null }
  if (funded instanceof Response) {
    await discardAnswer(produced.answer)
    return funded
  }
  const earned = { amountAtomic: reading.amountAtomic, channel, ...funded }
  const charge = await toCharge(gate, opened, call, earned, toStoredAnswer(produced.answer))
  if (!(await chargeOnce(gate, call, charge))) {
    await discardAnswer(produced.answer)
    await letGo(gate, call)
    return paymentInProgress()
  }
  tellSeller(gate, opened, call, charge)
  const { leaseToken, response } = charge
  const delivery = { paymentId: call.pendingId, leaseToken, response, extensionResponses: null }
  return deliver(gate, opened, delivery, produced.answer)
}

/** Gives the payer back the rest of the channel, or a part of it. No handler runs and nothing is charged. */
async function answerChannelRefund(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  channel: KnownChannel,
): Promise<Response> {
  const outcome = await refundChannel(gate, call, channel, call.payment)
  switch (outcome.kind) {
    case 'busy':
      return paymentInProgress()
    case 'unknown':
      return stillUnknown()
    case 'refused':
      return refuse(gate, opened, outcome.reason, outcome.response)
    case 'refunded':
      return Response.json(
        { message: 'What was left in the channel has been given back.', channelId: call.payment.id },
        {
          headers: {
            ...corsHeaders,
            ...gatedCacheHeaders,
            ...settledHeaders({ response: outcome.response }),
          },
        },
      )
  }
}

/** The seller's money in the channel could not be claimed for a while, so the channel buys nothing more. */
function claimOverdue(): Response {
  return problemResponse({
    code: 'claim_overdue',
    detail:
      'What this payment channel was charged waits to be claimed, so it takes no calls for now. Nothing was charged; try again later, or ask for the rest back.',
    headers: { 'Retry-After': '60' },
  })
}
