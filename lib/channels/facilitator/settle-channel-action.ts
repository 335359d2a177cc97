import { randomUUID } from 'node:crypto'
import type { Authorization } from '@/lib/base/chains/authorization'
import { isRpcUnreachable, PayloadError } from '@/lib/base/chains/errors'
import type { AssessedAction } from '@/lib/base/chains/settlement/settlement-chain'
import { BATCH_SETTLEMENT, channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import { actionFailures, type ChannelAction } from '@/lib/channels/chain/channel-action'
import { parseChannelPayload, type Voucher } from '@/lib/channels/chain/channel-payload'
import { answerRepeat } from '@/lib/facilitator/answer-repeat'
import { gasRefusal, gasUseOf } from '@/lib/facilitator/gas-budget'
import { findSettlement, hasSettledLately } from '@/lib/facilitator/ledger/find-settlement'
import type { GasUse } from '@/lib/facilitator/ledger/gas-spending'
import { reserveAuthorizations } from '@/lib/facilitator/ledger/reserve-authorizations'
import { type PaymentRequest, payloadDigest, readTerms } from '@/lib/facilitator/read-payment'
import { reasonOf, settleClaimed, waitingTime } from '@/lib/facilitator/settle'
import { refused, screenedPayment } from '@/lib/facilitator/settle-outcome'
import type { FacilitatorContext, SettledOutcome, Settlement, SettleOptions } from '@/lib/facilitator/settlement'

/**
 * Does a receiver's request about its payment channels: claims vouchers, pays out what was claimed, or gives back the
 * rest. Each action happens once, through the queue of all settlements: refused before anything is sent when it would
 * do nothing or fail, `duplicate_settlement` with the transaction when it was done before.
 */
export async function settleChannelAction(
  context: FacilitatorContext,
  request: PaymentRequest,
  { isWaiting = true, maySignRefund = () => false, minimumAtomic = 0n, caller }: SettleOptions = {},
): Promise<SettleOutcome> {
  const { network } = request.paymentRequirements
  try {
    const { chain, ...action } = readTerms(context.deps.chains, request)
    const channels = chain.requests[BATCH_SETTLEMENT]
    if (!channels) return refused({ network, reason: reasons.unsupportedScheme })
    const deadline = performance.now() + (isWaiting ? waitingTime(context, action) : 0)
    const gasUse = gasUseOf('channel', request.paymentRequirements, caller)
    const exhausted = await gasRefusal(context.settler(network), gasUse)
    if (exhausted) return refused({ network, ...exhausted })
    const assessed = await channels.assessAction(action, maySignRefund)
    const outcome = await settleAssessed(context, { request, assessed, minimumAtomic, gasUse, deadline })
    return present(outcome, request)
  } catch (error) {
    if (error instanceof PayloadError) return refused({ network, reason: error.reason, message: error.message })
    const failure = reasonOf(context, error)
    return refused({ network, ...failure, ...(isRpcUnreachable(error) && { reason: channelReasons.rpcReadFailed }) })
  }
}

type ChannelActionRequest = {
  request: PaymentRequest
  assessed: AssessedAction
  minimumAtomic: bigint
  gasUse: GasUse
  deadline: number
}

async function settleAssessed(context: FacilitatorContext, asked: ChannelActionRequest): Promise<SettleOutcome> {
  const { request, assessed, minimumAtomic } = asked
  const { network } = request.paymentRequirements
  if (assessed.isRefused) return (await answerDone(context, asked)) ?? refused({ network, ...assessed })
  const { authorization, leastPayments } = assessed
  const isRefund = request.paymentPayload.payload.type === 'refund'
  // Who gets the money: the payer of a refund, else the receiver.
  const payer = isRefund ? authorization.payTo : authorization.payer
  const listed = await screenedPayment(context, { ...authorization, payer })
  if (listed) return refused({ network, ...listed })
  const least = minimumAtomic * BigInt(leastPayments)
  if (authorization.amountAtomic < least) {
    const message = `Expected it to be worth at least ${least} atomic units, got ${authorization.amountAtomic}.`
    return refused({ network, reason: reasons.amountBelowMinimum, message })
  }
  if (isRefund && (await isTooSoon(context, authorization))) {
    const message = 'This channel was refunded in the last hour: each refund costs gas.'
    return refused({ network, reason: reasons.refundTooSoon, message })
  }
  const settlement = settlementOf(context, asked, authorization)
  const claim = { key: authorization.key, claimToken: randomUUID() }
  const verdict = await claimAction(settlement, assessed.height, claim.claimToken)
  if (verdict === 'taken') return withState(settlement, await answerRepeat(settlement))
  if (verdict === 'insufficient') {
    const message = 'Another action for the same receiver or channel is on its way. Come back when it has ended.'
    return refused({ network, reason: channelReasons.channelBusy, message })
  }
  return withState(settlement, await settleClaimed(settlement, claim))
}

/** A payer could deposit, call and ask for the rest endlessly: where gas has a limit, one refund per hour. */
const isTooSoon = async (context: FacilitatorContext, { network, asset, payer }: Authorization): Promise<boolean> =>
  context.settler(network).chain.dailyBudget !== null &&
  hasSettledLately(context.deps.database, { network, asset, payer })

/** Answers an action that would do nothing because this very action was done before; null otherwise. */
async function answerDone(context: FacilitatorContext, asked: ChannelActionRequest): Promise<SettleOutcome | null> {
  const { assessed, request } = asked
  const done = assessed.authorization && (await findSettlement(context.deps.database, assessed.authorization.key))
  if (!done || !['settled', 'settling', 'unknown'].includes(done.state)) return null
  const settlement = settlementOf(context, asked, done)
  const repeat = await answerRepeat(settlement)
  // There may be more to settle at any time: a repeated request is told that there is nothing now, and why.
  const isNothing = assessed.isRefused && assessed.reason === channelReasons.nothingToSettle
  if (!isNothing || repeat.kind !== 'refused' || done.state !== 'settled') return withState(settlement, repeat)
  const { network } = request.paymentRequirements
  return refused({ network, reason: channelReasons.nothingToSettle, transaction: done.transaction })
}

/** Adds the channel to a refund's answer; claims and settles are about many channels. */
async function withState(settlement: Settlement, outcome: SettleOutcome): Promise<SettleOutcome> {
  const { payload } = settlement.payment.payload
  if (outcome.kind !== 'settled' || payload.type !== 'refund') return outcome
  return withChannelState(settlement, parseChannelPayload(payload).voucher.channelId, outcome)
}

/** Claims the action unless another of that receiver or channel is open, or has landed since it was assessed. */
async function claimAction({ context, payment, payloadDigest }: Settlement, height: bigint, claimToken: string) {
  const { authorization } = payment
  const { amountAtomic } = authorization
  const [verdict] = await reserveAuthorizations(context.deps.database, [
    {
      authorization,
      payloadDigest,
      claimToken,
      holder: null,
      landedKeys: [],
      lastsMs: 0,
      settleAmountAtomic: amountAtomic,
      // Any other open action counts in full, so there is context only for this one.
      spendableAtomic: amountAtomic,
      height: height + 1n,
    },
  ])
  return verdict
}

function settlementOf(
  context: FacilitatorContext,
  { request, assessed, gasUse, deadline }: ChannelActionRequest,
  authorization: Authorization,
): Settlement {
  const { paymentPayload: payload, paymentRequirements: requirements } = request
  return {
    context,
    settler: context.settler(requirements.network),
    payment: { payload, requirements, authorization },
    payloadDigest: payloadDigest(payload),
    prepare: () => (assessed.isRefused ? Promise.resolve(assessed) : assessed.prepare()),
    holder: null,
    deadline,
    readSale: () => null,
    note: null,
    gasUse: { ...gasUse, settlements: assessed.isRefused ? 1 : Math.max(assessed.leastPayments, 1) },
  }
}

/** The answer in the scheme's form: a refund has a payer; a claim moves no money, so that it has no amount. */
function present(outcome: SettleOutcome, { paymentPayload: { payload } }: PaymentRequest): SettleOutcome {
  if (outcome.kind === 'unknown') return outcome
  const type = payload.type as ChannelAction['type'] // Parsed when it was assessed.
  const { payer: _subject, errorReason, ...response } = outcome.response
  const payer = type === 'refund' ? (payload.channelConfig as { payer: string }).payer : undefined // As above.
  const sent = errorReason === reasons.invalidTransactionState ? actionFailures[type].sent : errorReason
  return {
    ...outcome,
    response: {
      ...response,
      ...(payer && { payer }),
      ...(sent && { errorReason: sent }),
      ...(type === 'claim' && outcome.kind === 'settled' && { amount: '' }),
    },
  }
}

/**
 * The outcome of a deposit or a refund with the channel's new state on the chain. Where that cannot be read, the outcome
 * stays as it is: the money has moved all the same.
 */
export async function withChannelState(
  { context, settler, payment }: Settlement,
  channelId: Voucher['channelId'],
  outcome: SettledOutcome,
): Promise<SettledOutcome> {
  const channels = settler.chain.requests[BATCH_SETTLEMENT]
  try {
    const record = await findSettlement(context.deps.database, payment.authorization.key)
    const state = await channels?.readState(channelId, record?.height ?? 0n)
    if (!state) return outcome
    return { ...outcome, response: { ...outcome.response, extra: { channelState: state } } }
  } catch (error) {
    if (!isRpcUnreachable(error)) throw error
    context.deps.log.warn({ network: settler.chain.network }, 'settle: the channel could not be read')
    return outcome
  }
}
