import { setTimeout as sleep } from 'node:timers/promises'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { Gate, OpenedRequest } from '@/lib/gate/resource-server/gate'
import { logStream } from '@/lib/gate/resource-server/log-payment'
import { createMeter, type MeterReading, meterTermsOf } from '@/lib/gate/resource-server/meter'
import { runHandler } from '@/lib/gate/resource-server/produce'
import { paymentInProgress } from '@/lib/gate/resource-server/refuse-payment'
import { onHangUp, readAnswer, releaseAnswer, settledHeaders, streamHeaders } from '@/lib/gate/resource-server/release'
import { type ChannelStream, chargeStep, endStream, readCredit } from '../ledger/channel-stream'
import { buyerOfCall, type ChannelCall, keepReserved, letGo } from './channel-call'
import { chargeOnce, responseOf, tellSeller, toCharge } from './charge-call'
import { CONTINUES } from './continue-stream'
import { bringDeposit, type HeldChannel } from './open-channel'

/** Longest wait of a stream for the payer to sign more, before it ends. */
const MORE_MS = 10_000

/** How often a waiting stream checks whether more was signed, perhaps at another instance. */
const LOOK_MS = 200

/**
 * Sends a metered body out of a channel while it is produced. Each part leaves once its charge is on the disk, so
 * nothing leaves unpaid, wherever this process ends. A part that costs more than the payer has signed waits for the
 * next voucher, where the client has announced more, and else ends the stream.
 */
export async function streamFromChannel(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  held: HeldChannel,
): Promise<Response> {
  const { payment, requirements, pendingId: paymentId } = call
  Object.assign(opened.facts, { paymentId, settledAs: 'settled' })
  const isContinued = opened.request.headers.get(headerNames.paymentStream) === CONTINUES
  const terms = meterTermsOf(requirements)
  const inChannel = held.channel.balanceAtomic + payment.depositAtomic - payment.maxAtomic + terms.maximumAtomic
  const { meter, read } = createMeter(isContinued ? { ...terms, maximumAtomic: inChannel } : terms)
  meter.setAmount('0')
  const response = await runHandler(gate, opened, { buyer: buyerOfCall(call), meter })
  if (response.status >= 400 || !response.body || opened.isHead) {
    if (opened.isHead) await response.body?.cancel().catch(() => undefined)
    await letGo(gate, call, { isUnopened: true })
    const answer = await readAnswer(opened.isHead ? new Response(null, response) : response)
    return releaseAnswer(answer, opened)
  }
  const begun = await begin(gate, opened, call, held).catch(async (error: unknown) => {
    await response.body?.cancel().catch(() => undefined)
    throw error
  })
  if (begun instanceof Response) {
    await response.body.cancel().catch(() => undefined)
    return begun
  }
  opened.facts.isStream = true
  const stream = { network: payment.network, id: payment.id, paymentId, leaseToken: begun.leaseToken }
  const shutdown = new AbortController()
  const stopKeeping = [keepReserved(gate, call), gate.leases.hold(stream, () => shutdown.abort())]
  const end = async (sentAtomic: bigint) => {
    await endStream(gate.database, stream).catch((error: unknown) =>
      gate.log.error({ err: error, paymentId }, 'A stream is not ended yet'),
    )
    for (const stop of stopKeeping) stop()
    logStream(gate, opened, {
      outcome: sentAtomic === 0n ? 'free' : 'settled',
      transaction: begun.response.transaction,
    })
    if (sentAtomic === 0n) return
    const response = responseOf(call, { ...begun.earned, amountAtomic: sentAtomic })
    tellSeller(gate, opened, call, { response })
  }
  const body = paidInSteps(response.body, {
    read,
    pay: (stepAtomic) => payStep(gate, { ...stream, stepAtomic }, isContinued && !shutdown.signal.aborted),
    end,
    ends: [opened.request.signal, shutdown.signal],
  })
  const headers = streamHeaders(response.headers)
  for (const [name, value] of Object.entries(settledHeaders({ response: begun.response }))) {
    headers.set(name, value)
  }
  headers.set(headerNames.paymentStream, paymentId)
  return new Response(body, { status: response.status, headers })
}

/** Notes the stream, with nothing charged, before its first part leaves. Returns the answer if that fails. */
async function begin(gate: Gate, opened: OpenedRequest, call: ChannelCall, held: HeldChannel) {
  const { channel, hasDeposit } = held
  if (hasDeposit) held.onDeposit()
  const funded = hasDeposit ? await bringDeposit(gate, opened, call) : { funds: null }
  if (funded instanceof Response) return funded
  const earned = { amountAtomic: 0n, channel, ...funded }
  const charge = await toCharge(gate, opened, call, earned, 'streamed')
  if (await chargeOnce(gate, call, charge)) return { ...charge, earned }
  await letGo(gate, call)
  return paymentInProgress()
}

/** Charges a step when enough is signed for it. False when it will not be. */
async function payStep(gate: Gate, step: ChannelStream & { stepAtomic: bigint }, waits: boolean): Promise<boolean> {
  if (await chargeStep(gate.database, step)) return true
  if (!waits) return false
  const lastsUntil = performance.now() + MORE_MS
  while (performance.now() < lastsUntil) {
    const credit = await readCredit(gate.database, step)
    if (!credit || credit.isEnding) return false
    if (credit.leftAtomic >= step.stepAtomic) return chargeStep(gate.database, step)
    await sleep(LOOK_MS)
  }
  return false
}

type Steps = {
  read: () => MeterReading
  pay: (stepAtomic: bigint) => Promise<boolean>
  end: (chargedAtomic: bigint) => Promise<void>
  ends: AbortSignal[]
}

function paidInSteps(body: ReadableStream<Uint8Array>, { read, pay, end, ends }: Steps): ReadableStream<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  let chargedAtomic = 0n
  let ended: Promise<void> | null = null
  const endOnce = () => {
    for (const forget of forgets) forget()
    return (ended ??= end(chargedAtomic))
  }
  // Set before its source is told: an end that is read after that does not count.
  let isBrokenOff = false
  const breakOff = async (reason: unknown) => {
    isBrokenOff = true
    await reader.cancel(reason).catch(() => undefined)
    await endOnce()
  }
  const forgets = ends.map((signal) => onHangUp(signal, () => void breakOff('The stream was ended.')))
  const payUp = async (): Promise<boolean> => {
    const reading = read()
    if (reading.kind === 'invalid' || isBrokenOff) return false
    const stepAtomic = reading.amountAtomic - chargedAtomic
    if (stepAtomic <= 0n) return true
    if (!(await pay(stepAtomic))) return false
    chargedAtomic = reading.amountAtomic
    return true
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.read().catch((error: unknown) => ({ error }))
        const isPaid = !('error' in next) && (await payUp())
        if (isPaid && !next.done) return controller.enqueue(next.value)
        if (!isPaid) await breakOff('The stream is not paid any further.')
        else await endOnce()
        if ('error' in next) controller.error(next.error)
        else if (isPaid) controller.close()
        else controller.error(new Error('The stream was ended before its source was through.'))
      },
      cancel: breakOff,
    },
    { highWaterMark: 0 },
  )
}
