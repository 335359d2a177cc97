import type { Verified } from '@/lib/payments/settling-note'
import { beginStreaming } from '@/lib/payments/stream-ledger'
import { abandonPayment, spendAtZero } from './abandon-payment'
import { buyerOf } from './deliver'
import type { Gate } from './gate'
import { logStream } from './log-payment'
import { createMeter } from './meter'
import type { OpenedRequest } from './opened-request'
import type { LeasedClaim } from './payment-claim'
import { runHandler } from './produce'
import { streamUnpaid } from './refuse-payment'
import { onHangUp, releaseAnswer, streamHeaders } from './release'
import { paidBy, runAfterSettlement, settlePayment } from './settle-payment'
import { readAnswer } from './stored-answer'
import { watchCredit } from './watch-credit'

/**
 * Sends a metered body while it is produced, and settles at its end for the sent amount, also when the buyer hangs up.
 * Only here does content leave before money, on a route with `streamsOnCredit`: until then the payer can take its money
 * away. So it can owe no more than the seller allows: that is the most it can sign for, and the wallet's next such
 * stream begins only once this one is paid.
 */
export async function answerStreaming(
  gate: Gate,
  opened: OpenedRequest,
  claim: LeasedClaim,
  verified: Verified,
): Promise<Response> {
  if (!(await beginStreaming(gate.database, claim))) {
    await abandonPayment(gate, claim, { reason: 'payer_limited', isHandlerRun: false })
    return streamUnpaid()
  }
  const { meter } = createMeter(opened.route.meterTerms(claim.requirements))
  const { payer, network, scheme, amountAtomic } = claim.authorization
  const buyer = buyerOf({ id: claim.paymentId, payer, network, scheme, authorizedAtomic: amountAtomic })
  meter.setAmount('0')
  const response = await runHandler(gate, opened, { buyer, meter })
  if (response.status >= 400 || !response.body || opened.isHead) {
    if (opened.isHead) await response.body?.cancel().catch(() => undefined)
    const reason = opened.isHead ? 'head_request' : `handler_${response.status}`
    await abandonPayment(gate, claim, { reason, isHandlerRun: true, ...opened.facts })
    const answer = await readAnswer(opened.isHead ? new Response(null, response) : response)
    return releaseAnswer(answer, opened)
  }
  opened.facts.isStream = true
  const ending = new AbortController()
  const end = () => ending.abort()
  const credit = watchCredit(gate, claim, meter, end)
  const dropLease = gate.leases.hold(claim, end)
  const body = chargedAtEnd(response.body, {
    ends: [opened.request.signal, ending.signal],
    holds: credit.holds,
    total: meter.total,
    charge: async (amountAtomic) => {
      credit.stop()
      await chargeStream(gate, opened, claim, { amountAtomic, verified }).finally(dropLease)
    },
  })
  return new Response(body, { status: response.status, headers: streamHeaders(response.headers) })
}

/** Never throws: the seller loses what could not be charged, which is bounded by what the payer could sign for. */
async function chargeStream(
  gate: Gate,
  opened: OpenedRequest,
  claim: LeasedClaim,
  { amountAtomic, verified }: { amountAtomic: bigint; verified: Verified },
): Promise<void> {
  try {
    if (amountAtomic === 0n) {
      await spendAtZero(gate, claim)
      return logStream(gate, opened, { outcome: 'free' })
    }
    const terms = {
      amountAtomic,
      verified,
      entitlement: opened.entitlement,
      isProduced: true,
      answer: null,
      isStreamed: true,
    }
    const settlement = await settlePayment(gate, claim, terms)
    if (settlement.kind !== 'settled') {
      const reason = settlement.kind === 'refused' ? { reason: settlement.reason } : {}
      return logStream(gate, opened, { outcome: settlement.kind, ...reason })
    }
    const { response } = settlement.delivery
    logStream(gate, opened, { outcome: 'settled', transaction: response.transaction })
    void runAfterSettlement(gate, opened, paidBy(claim), response)
  } catch (error) {
    gate.log.error({ err: error, paymentId: claim.paymentId }, 'A stream on credit was not charged')
    logStream(gate, opened, { outcome: 'failed', reason: 'internal_error' })
  }
}

type OnCredit = {
  ends: AbortSignal[]
  /** Resolves to true if one more part may leave. */
  holds: () => Promise<boolean>
  total: () => bigint
  /** Runs once, with the price of the sent parts. */
  charge: (amountAtomic: bigint) => Promise<void>
}

/** Passes a body through and charges for it when it ends, breaks, or is told to end. */
function chargedAtEnd(body: ReadableStream<Uint8Array>, options: OnCredit): ReadableStream<Uint8Array> {
  const { ends, holds, total, charge } = options
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  let sentAtomic = 0n
  let charged: Promise<void> | null = null
  const chargeOnce = () => {
    for (const forget of forgets) forget()
    return (charged ??= charge(sentAtomic))
  }
  // Set before its source is told: an end that is read after that does not count.
  let isBrokenOff = false
  const breakOff = async (reason: unknown) => {
    isBrokenOff = true
    await reader.cancel(reason).catch(() => undefined)
    await chargeOnce()
  }
  const forgets = ends.map((signal) => onHangUp(signal, () => void breakOff('The stream was ended.')))
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.read().catch((error: unknown) => ({ error }))
        if (!('error' in next) && next.done && !isBrokenOff) {
          // A trailer may have named another amount.
          sentAtomic = total()
          await chargeOnce()
          return controller.close()
        }
        if (!('error' in next) && next.value && (await holds()) && !isBrokenOff) {
          sentAtomic = total()
          return controller.enqueue(next.value)
        }
        await breakOff('The stream is not paid any further.')
        controller.error(
          'error' in next ? next.error : new Error('The stream was ended before its source was through.'),
        )
      },
      cancel: breakOff,
    },
    { highWaterMark: 0 },
  )
}
