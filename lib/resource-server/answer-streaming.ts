import { buyerOf } from './deliver'
import type { HeldClaim } from './earn-payment'
import type { Gate } from './gate'
import { recordDelivered, recordSpentZero } from './ledger'
import { letGo, releaseReservation } from './let-go'
import { createMeter } from './meter'
import { onHangUp } from './on-hang-up'
import type { OpenedRequest } from './open-request'
import { runHandler } from './produce'
import { gatedHeaders, releaseAnswer } from './release'
import { settlePayment } from './settle-payment'
import { readAnswer } from './stored-answer'

/**
 * Sends a metered body while it is produced, and settles at its end for what was sent, also when the buyer hangs up.
 * The one case in which content leaves before money is final: a route asks for it with `isStreaming`, and the
 * facilitator holds the authorised maximum in reserve meanwhile.
 */
export async function answerStreaming(
  gate: Gate,
  opened: OpenedRequest,
  claim: HeldClaim,
  verifiedAt: Date,
): Promise<Response> {
  const { meter } = createMeter(opened.route.meterTerms(claim.requirements))
  const { payer, network, scheme, amountAtomic } = claim.authorization
  const buyer = buyerOf({ payer, network, scheme, authorizedAtomic: amountAtomic })
  meter.setAmount('0')
  const response = await runHandler(gate, opened, buyer, meter)
  if (response.status >= 400 || !response.body || opened.isHead) {
    if (opened.isHead) await response.body?.cancel().catch(() => undefined)
    const reason = opened.isHead ? 'head_request' : `handler_${response.status}`
    await letGo(gate, claim, { reason, isHandlerRun: true })
    const answer = await readAnswer(opened.isHead ? new Response(null, response) : response)
    return releaseAnswer(answer, opened, {}, { delivered: () => {}, broken: () => {} })
  }
  const stopHolding = holdReservation(gate, claim)
  const charge = () => {
    stopHolding()
    return chargeSent(gate, opened, claim, verifiedAt, meter.total())
  }
  const limits = { hangUp: opened.request.signal, lastsMs: streamMs(gate, claim) }
  const body = chargedAtEnd(response.body, limits, charge)
  return new Response(body, { status: response.status, headers: gatedHeaders([...response.headers]) })
}

/** A facilitator's reservation by verify alone lapses after half a minute; a longer stream asks for it again. */
const reservationRenewalMs = 20_000

/** Keeps the payer's money reserved until it is let go. A renewal that fails is made up for by the next one. */
function holdReservation(gate: Gate, claim: HeldClaim): () => void {
  const renew = () => gate.ports.facilitator.verify(claim.payload, claim.requirements, claim.paymentId)
  const timer = setInterval(
    () =>
      void renew().catch((error: unknown) =>
        gate.log.warn({ err: error, paymentId: claim.paymentId }, 'A reservation was not renewed'),
      ),
    reservationRenewalMs,
  )
  timer.unref()
  return () => clearInterval(timer)
}

/** How long before its authorization lapses a stream is ended, so that what was sent can still be settled. */
export const settlingSeconds = 10

/** How long a stream may last: a longer one could no longer be charged. Null without a limit. */
function streamMs(gate: Gate, { authorization }: HeldClaim): number | null {
  if (!authorization.validBefore) return null
  const leftMs = authorization.validBefore.getTime() - gate.clock().getTime() - settlingSeconds * 1000
  return Math.min(Math.max(leftMs, 0), 2 ** 31 - 1)
}

/** Passes a body through and runs `charge` once: when it ends, breaks, has lasted too long or its reader leaves. */
function chargedAtEnd(
  body: ReadableStream<Uint8Array>,
  limits: { hangUp: AbortSignal; lastsMs: number | null },
  charge: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  let charged: Promise<void> | null = null
  const chargeOnce = () => {
    forgetHangUp()
    clearTimeout(timer)
    return (charged ??= charge())
  }
  let isBrokenOff = false
  const breakOff = async (reason: unknown) => {
    isBrokenOff = true
    await reader.cancel(reason).catch(() => undefined)
    await chargeOnce()
  }
  const end = () => void breakOff('The stream was ended.')
  // A timer of its own: a time limit within `AbortSignal.any` is collected as garbage, and never strikes.
  const timer = limits.lastsMs === null ? undefined : setTimeout(end, limits.lastsMs)
  const forgetHangUp = onHangUp(limits.hangUp, end)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.read().catch((error: unknown) => ({ error }))
        if (!('error' in next) && !next.done) return controller.enqueue(next.value)
        await chargeOnce()
        if ('error' in next) controller.error(next.error)
        else if (isBrokenOff) controller.error(new Error('The stream was ended before its source was through.'))
        else controller.close()
      },
      cancel: breakOff,
    },
    { highWaterMark: 0 },
  )
}

/** A meter that went wrong has kept what was charged until then, and that much has been sent. */
async function chargeSent(
  gate: Gate,
  opened: OpenedRequest,
  claim: HeldClaim,
  verifiedAt: Date,
  amountAtomic: bigint,
): Promise<void> {
  try {
    if (amountAtomic === 0n) {
      await recordSpentZero(gate.database, claim)
      await releaseReservation(gate, claim)
    } else {
      const producedAt = gate.clock()
      const terms = { amountAtomic, verifiedAt, producedAt, answer: null }
      const settlement = await settlePayment(gate, opened, claim, terms)
      if (settlement.kind === 'settled') await recordDelivered(gate.database, claim)
    }
  } catch (error) {
    gate.log.error({ err: error, paymentId: claim.paymentId }, 'A streamed answer was sent and not charged yet')
  }
}
