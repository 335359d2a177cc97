import { setTimeout as sleep } from 'node:timers/promises'
import { createShares } from '@/lib/base/http/limits'
import { QUEUE_FULL_RETRY_SECONDS, runTurn } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import { isUuid } from '@/lib/base/infra/identifiers'
import { channelReasons, paysByChannel, toChannelState } from '@/lib/base/x402/payment-channel'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { reasons } from '@/lib/base/x402/reasons'
import { answerPaymentRequired } from '@/lib/gate/resource-server/answer-payment-required'
import type { Gate, OpenedRequest } from '@/lib/gate/resource-server/gate'
import { problemResponse } from '@/lib/gate/resource-server/problem'
import { refuse } from '@/lib/gate/resource-server/refuse-payment'
import { gatedHeaders, settledHeaders } from '@/lib/gate/resource-server/release'
import {
  findStreamCost,
  findStreamed,
  raiseStream,
  type StreamAt,
  type StreamedChannel,
} from '../ledger/channel-stream'
import { type PresentedCall, refuseStale } from './channel-call'

/** Value of `PAYMENT-STREAM` from a client that opens a stream and will sign more for it. */
export const CONTINUES = 'continue'

/** Longest wait for the answer whether a stream needs more. */
const QUESTION_MS = 20_000

/**
 * Limits of waiting questions in this process, in all and for one stream. A client asks one at a time, and perhaps
 * again before a broken connection is noticed.
 */
const places = createShares({ total: 1_000, perCaller: 4 })

/** The payment id of the running stream that a request is about; null for every other request. */
export function streamOf({ request, route }: OpenedRequest): string | null {
  if (!route.config.isStreaming) return null
  const named = request.headers.get(headerNames.paymentStream)
  return named !== null && isUuid(named) ? named : null
}

/**
 * Answers whether a running stream needs more signed money, and waits until it does: then with the 402 that any client
 * knows how to pay. 204 when it has enough for now, 410 when it is over; 503 when too many questions wait.
 */
export async function answerStreamQuestion(gate: Gate, opened: OpenedRequest, paymentId: string): Promise<Response> {
  const at = { paymentId, routeKey: opened.route.key }
  const turn = await gate.takeTurn(opened.request)
  const found = await runTurn(
    turn,
    () => findStreamed(gate.database, at),
    (channel) => channel !== null,
  )
  const answer = await answerFound(gate, opened, at, found)
  if (answer) return answer
  const leave = places.take(paymentId)
  return leave ? untilShort(gate, opened, at).finally(leave) : tooManyQuestions()
}

/** The answer for a stream's state; null while it has enough. */
async function answerFound(
  gate: Gate,
  opened: OpenedRequest,
  at: StreamAt,
  channel: StreamedChannel | null,
): Promise<Response | null> {
  if (!channel) return streamOver(gate, at)
  const step = opened.route.accepts.find((option) => paysByChannel(option) && option.network === channel.network)
  const leftAtomic = (channel.signedAtomic ?? 0n) - channel.chargedAtomic
  return step && leftAtomic * 2n < BigInt(step.amount)
    ? answerPaymentRequired(gate, opened, { error: channelReasons.streamShort })
    : null
}

async function untilShort(gate: Gate, opened: OpenedRequest, at: StreamAt): Promise<Response> {
  const lastsUntil = performance.now() + QUESTION_MS
  while (!opened.request.signal.aborted && performance.now() < lastsUntil) {
    const answer = await answerFound(gate, opened, at, await lookAgain(gate.database, at))
    if (answer) return answer
  }
  return new Response(null, { status: 204, headers: gatedHeaders([]) })
}

const tooManyQuestions = (): Response =>
  problemResponse({
    code: 'too_busy',
    detail: 'Other questions about this stream wait already. Read their answers, or ask again in a moment.',
    headers: { 'Retry-After': String(QUEUE_FULL_RETRY_SECONDS) },
  })

/** Takes a voucher for a running stream, which raises the stream's limit. Charges nothing. */
export async function continueStream(
  gate: Gate,
  opened: OpenedRequest,
  { payment, payload, requirements, paymentId }: PresentedCall & { paymentId: string },
): Promise<Response> {
  if (payment.type !== 'voucher') return refuse(gate, opened, channelReasons.payloadType)
  const at = { paymentId, routeKey: opened.route.key }
  const channel = await findStreamed(gate.database, at)
  if (!channel) return streamOver(gate, at)
  const { network, id, maxAtomic, signature } = payment
  if (channel.network !== network || channel.id !== id) return refuse(gate, opened, channelReasons.channelIdMismatch)
  if (!payment.isKeySigned) {
    const verdict = await gate.facilitator.verify({ payload, requirements })
    if (!verdict.isValid) return refuse(gate, opened, verdict.invalidReason ?? reasons.unexpectedVerifyError)
  }
  // The client continues from the sum before the last voucher: it is told the present sum.
  if (maxAtomic <= (channel.signedAtomic ?? 0n)) return refuseStale(gate, opened, channel, channel)
  if (maxAtomic > channel.balanceAtomic) return refuse(gate, opened, channelReasons.cumulativeExceedsBalance)
  if (!(await raiseStream(gate.database, { network, id, paymentId, maxAtomic, signature }))) return streamOver(gate, at)
  Object.assign(opened.facts, { paymentId, settledAs: 'continued' })
  const state = toChannelState(id, channel, channel.chargedAtomic)
  const response = {
    success: true,
    payer: payment.config.payer,
    transaction: '',
    network: requirements.network,
    amount: '',
    extra: { chargedAmount: '0', channelState: state },
  }
  return new Response(null, {
    status: 204,
    headers: { ...settledHeaders({ response }), 'cache-control': 'private, no-store' },
  })
}

async function streamOver(gate: Gate, at: StreamAt): Promise<Response> {
  const cost = await findStreamCost(gate.database, at)
  return problemResponse({
    code: 'stream_over',
    detail: 'This stream is over. What was sent is charged, and nothing else.',
    ...(cost === null ? {} : { chargedAmount: cost.toString() }),
  })
}

const LOOK_MS = 300

type ChannelLook = Promise<StreamedChannel | null>

/** Running reads of streams; all who wait for one stream share its read. */
const looks = new WeakMap<Database, Map<string, ChannelLook>>()

/** Reads a stream's state in a moment. However many callers ask in between, the database is asked once. */
export function lookAgain(database: Database, at: StreamAt): ChannelLook {
  const ofDatabase = looks.get(database) ?? new Map<string, ChannelLook>()
  looks.set(database, ofDatabase)
  const key = `${at.paymentId} ${at.routeKey}`
  const underWay = ofDatabase.get(key)
  if (underWay) return underWay
  const look = sleep(LOOK_MS)
    .then(() => findStreamed(database, at))
    .finally(() => ofDatabase.delete(key))
  ofDatabase.set(key, look)
  return look
}
