import type { Verified } from '@/lib/payments/settling-note'
import { beginStreaming, noteStreamed } from '@/lib/payments/stream-ledger'
import { abandonPayment } from './abandon-payment'
import type { LeasedClaim } from './answer-claimed-payment'
import { chargeStream } from './charge-stream'
import { buyerOf } from './deliver'
import type { Gate } from './gate'
import { createMeter, type Meter } from './meter'
import { onHangUp } from './on-hang-up'
import type { OpenedRequest } from './open-request'
import { runHandler } from './produce'
import { releaseAnswer, streamHeaders } from './release'
import { renewReservation } from './renew-reservation'
import { paidBy, runAfterSettlement } from './run-after-settlement'
import { readAnswer } from './stored-answer'

/**
 * Sends a metered body while it is produced, and settles at its end for the sent amount, also when the buyer hangs up.
 * The one case in which content leaves before money is final: a route asks for it with `isStreaming`, and the
 * facilitator holds the authorised maximum in reserve meanwhile. The ledger notes what was sent as it goes, so that it
 * is charged also when this process ends.
 */
export async function answerStreaming(
  gate: Gate,
  opened: OpenedRequest,
  claim: LeasedClaim,
  verified: Verified,
): Promise<Response> {
  const { meter } = createMeter(opened.route.meterTerms(claim.requirements))
  const { payer, network, scheme, amountAtomic } = claim.authorization
  const buyer = buyerOf({ id: claim.paymentId, payer, network, scheme, authorizedAtomic: amountAtomic })
  meter.setAmount('0')
  const response = await runHandler(gate, opened, { buyer, meter })
  if (response.status >= 400 || !response.body || opened.isHead) {
    if (opened.isHead) await response.body?.cancel().catch(() => undefined)
    const reason = opened.isHead ? 'head_request' : `handler_${response.status}`
    await abandonPayment(gate, claim, { reason, isHandlerRun: true })
    const answer = await readAnswer(opened.isHead ? new Response(null, response) : response)
    return releaseAnswer(answer, opened, {}, { delivered: () => {}, broken: () => {} })
  }
  try {
    await beginStreaming(gate.database, { ...claim, verified, entitlement: opened.entitlement })
  } catch (error) {
    await response.body.cancel().catch(() => undefined)
    throw error
  }
  const shutdown = new AbortController()
  const stopKeeping = keepStream(gate, claim, meter, () => shutdown.abort())
  const charge = async () => {
    const terms = { amountAtomic: meter.total(), verified, entitlement: null, isWaiting: true }
    const settlement = await chargeStream(gate, claim, terms).finally(stopKeeping)
    if (settlement?.kind === 'settled')
      void runAfterSettlement(gate, opened, paidBy(claim), settlement.delivery.response)
  }
  const limits = { ends: [opened.request.signal, shutdown.signal], lastsMs: streamMs(claim) }
  const body = chargedAtEnd(response.body, limits, charge)
  return new Response(body, { status: response.status, headers: streamHeaders(response.headers) })
}

const NOTING_MS = 1_000

/**
 * During a stream: keeps its lease, notes its amount, and keeps the payer's money reserved. What fails
 * is made up for by the next time.
 */
function keepStream(gate: Gate, claim: LeasedClaim, meter: Meter, end: () => void): () => void {
  let notedAtomic = 0n
  const warn = (error: unknown) => gate.log.warn({ err: error, paymentId: claim.paymentId }, 'A stream was not kept')
  const note = () => {
    const totalAtomic = meter.total()
    if (totalAtomic === notedAtomic) return
    notedAtomic = totalAtomic
    // A stream that another process charges now is not sent on for free.
    void noteStreamed(gate.database, claim, totalAtomic).then((isHeld) => isHeld || end(), warn)
  }
  const timer = setInterval(note, NOTING_MS).unref()
  const [stopReserving, dropLease] = [renewReservation(gate, claim), gate.leases.hold(claim, end)]
  return () => {
    clearInterval(timer)
    stopReserving()
    dropLease()
  }
}

/** How long before its authorization lapses a stream is ended, so that the sent amount can still be settled. */
export const SETTLING_SECONDS = 15

/** How long a stream may last: a longer one could no longer be charged. Null without a limit. */
function streamMs({ lapsesAtMs }: LeasedClaim): number | null {
  if (lapsesAtMs === null) return null
  const leftMs = lapsesAtMs - performance.now() - SETTLING_SECONDS * 1000
  return Math.min(Math.max(leftMs, 0), 2 ** 31 - 1)
}

/** Passes a body through and runs `charge` once: when it ends or breaks, has lasted too long or is told to end. */
function chargedAtEnd(
  body: ReadableStream<Uint8Array>,
  limits: { ends: AbortSignal[]; lastsMs: number | null },
  charge: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  let charged: Promise<void> | null = null
  const chargeOnce = () => {
    for (const forget of forgets) forget()
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
  const forgets = limits.ends.map((signal) => onHangUp(signal, end))
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
