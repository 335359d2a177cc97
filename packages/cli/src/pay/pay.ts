import { parseDollars } from '@/lib/base/x402/money'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { PayerOptions } from '@/lib/client/create-payer'
import { createPayer } from '@/lib/client/create-payer'
import { keepStreamPaid } from '@/lib/client/keep-stream-paid'
import { PayerError } from '@/lib/client/payer-error'
import type { OnPayerEvent, PayerEvent } from '@/lib/client/payer-event'
import { refundChannel } from '@/lib/client/refund-channel'
import { fetchByPass } from '../spending/fetch-by-pass'
import { followCall, type SpendingGuard } from '../spending/follow-call'
import { openSpendingBook } from '../spending/spending-book'
import { findEvent } from '../spending/way-of'
import { withoutRedirects } from '../without-redirects'
import { findSilentNode } from './find-silent-node'
import { endedError, limitCall, rememberSigned } from './limit-call'
import type { OutputFile } from './output-file'
import type { PayArguments } from './parse-arguments'
import type { OnBytes, OpenOverflow, ReadBody } from './read-body'
import { readBody } from './read-body'
import { EXIT, type PayReport, reportAnswer } from './report-answer'

/** Listeners of a payment while it goes on, the place of its body, and the person's wish to stop. */
export type PayWatch = {
  onEvent: OnPayerEvent
  onBytes?: OnBytes
  output?: OutputFile | null
  overflow?: OpenOverflow
  stop?: AbortSignal
}

/**
 * Asks for the resource, signs in or pays, and reports how it ended. Never throws for what a server or chain does.
 * Follows no redirect.
 * `output` takes the body of a success; another body is read as ever.
 * `guard` holds what is signed to limits beyond those of this call, and writes it down.
 */
export async function pay(
  input: PayArguments,
  payer: PayerOptions,
  { onEvent, onBytes = () => {}, output = null, overflow, stop }: PayWatch,
  guard: SpendingGuard = guardOf(input),
): Promise<PayReport> {
  const events: PayerEvent[] = []
  const call = followCall({ url: new URL(input.url), method: input.method }, guard)
  const limit = limitCall(input.timeoutSeconds, stop)
  const signed = rememberSigned(() => new Date())
  const isSigned = () => signed.words() !== null
  const onPassEvent: OnPayerEvent = (event) => {
    limit.touch(event.type === 'waiting' ? event.seconds : 0)
    signed.note(event)
    events.push(event)
    onEvent(event)
  }
  const record: OnPayerEvent = (event) => {
    call.note(event)
    onPassEvent(event)
  }
  try {
    if (input.isRefund) return await limit.race(refund(input, payer, record, events, guard))
    const approve = inTurn(withinBudget(input.maxDollars), call.approve)
    const limits = {
      ...payer,
      ...limitsOf(input),
      fetch: withoutRedirects,
      approve,
      onSigned: call.sign,
    }
    const { wallets } = await createPayer(limits)
    const asking = fetchByPass({
      ...{ url: new URL(input.url), init: { ...requestOf(input), signal: limit.signal }, guard, onPassEvent },
      options: { ...limits, wallets, onEvent: record },
    })
    const { response } = await limit.race(asking)
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, limit.signal])
    const keeping = keepPaying(input, response, { limits, record, events, signal })
    const onPart: OnBytes = (received, total) => {
      limit.touch()
      onBytes(received, total)
    }
    const reading = readBody(response, { onBytes: onPart, ...(response.ok && { output, overflow }) })
    const noLonger = reading.then(() => setTimeout(() => ended.abort(), LAST_WORD_MS).unref())
    const [{ body, fault }] = await Promise.all([reading, keeping, noLonger])
    await call.close(response.ok ? null : response.status)
    const end = fault === null ? null : limit.ended()
    const report = reportAnswer(input, response, {
      ...{ body, fault: end === null ? fault : `${end.message} What came is here.` },
      ...{ events, signed: signed.words },
    })
    return end?.isByPerson && !isSigned() ? { ...report, exitCode: EXIT.stopped } : report
  } catch (thrown) {
    const end = limit.ended()
    const error = end === null ? thrown : endedError(end, isSigned() || input.isRefund, signed.words)
    await call.fail(error)
    if (!(error instanceof PayerError)) throw error
    const exitCode = exitCodes[error.code] ?? EXIT.notPaid
    const { network } = error
    const silent = network === null ? null : findSilentNode(error, { network, rpcUrls: payer.rpcUrls ?? {} })
    const problem = { code: error.code, message: silent ?? error.message }
    const body: ReadBody = error.answer ? (await readBody(error.answer)).body : { kind: 'empty' }
    const contentType = error.answer?.headers.get('content-type') ?? null
    const settlement = findEvent(events, 'settled')?.settlement ?? null
    return { exitCode, status: error.answer?.status ?? null, contentType, body, events, settlement, problem }
  } finally {
    limit.close()
  }
}

const exitCodes: Partial<Record<PayerError['code'], number>> = {
  SERVER_UNREACHABLE: EXIT.unreachable,
  ANSWER_LOST: EXIT.unknown,
  STOPPED: EXIT.stopped,
  INVALID_KEY: EXIT.usage,
}

const limitsOf = ({ network, maxDollars, isSignInTried, depositDollars }: PayArguments) => ({
  network,
  maxDollars,
  isSignInTried,
  channels: depositDollars === null ? undefined : { maxDepositDollars: depositDollars },
})

/** How long the seller of a stream that has ended is asked what it cost. */
const LAST_WORD_MS = 30_000

/** Gets back what is left in the channel that pays for the resource. */
async function refund(
  { url, network }: PayArguments,
  payer: PayerOptions,
  record: OnPayerEvent,
  events: PayerEvent[],
  { audit }: SpendingGuard,
): Promise<PayReport> {
  const { wallets } = await createPayer({ ...payer, network, channels: { maxDepositDollars: '$0' } })
  const report = { status: null, contentType: null, body: { kind: 'empty' } as const, events }
  const outcome = await refundChannel(wallets, url, network, withoutRedirects)
  if (outcome.kind === 'failed') {
    const problem = { code: 'REFUND_FAILED', message: outcome.message }
    return { ...report, exitCode: EXIT.notPaid, settlement: null, problem }
  }
  const { transaction, network: at, amount = '0' } = outcome.settlement
  await audit({ event: 'refunded', url, transaction, network: at, amount })
  record({ type: 'refunded', settlement: outcome.settlement })
  return { ...report, exitCode: EXIT.content, settlement: outcome.settlement, problem: null }
}

/** Holds what one call puts aside to its own limit. */
const guardOf = ({ depositDollars, isPassWanted }: PayArguments): SpendingGuard => ({
  book: openSpendingBook(
    {
      perDayMicros: null,
      perHostMicros: null,
      depositMicros: depositDollars === null ? null : parseDollars(depositDollars, 6),
      file: null,
    },
    () => new Date(),
    { findCost: async () => null, findLeft: async () => null },
  ),
  audit: async () => {},
  confirm: async () => null,
  passes: isPassWanted ? { policy: 'now', readLines: async () => [] } : null,
})

type Approve = NonNullable<PayerOptions['approve']>

/** The first that refuses has the word. */
const inTurn =
  (...all: Approve[]): Approve =>
  async (intent) => {
    for (const approve of all) {
      const refusal = await approve(intent)
      if (refusal !== null) return refusal
    }
    return null
  }

/** All that is signed for one resource, however often, stays within the most to pay. */
function withinBudget(maxDollars: string): Approve {
  let signedAtomic = 0n
  return async ({ requirements, decimals }) => {
    const nextAtomic = signedAtomic + BigInt(requirements.amount)
    if (nextAtomic > parseDollars(maxDollars, decimals)) return `The most to pay is ${maxDollars}.`
    signedAtomic = nextAtomic
    return null
  }
}

type Keeping = { limits: PayerOptions; record: OnPayerEvent; events: PayerEvent[]; signal: AbortSignal }

/** Signs more for a stream that is paid as it goes, out of the channel that its first payment was made from. */
async function keepPaying(
  { url, depositDollars }: PayArguments,
  response: Response,
  { limits, record, events, signal }: Keeping,
): Promise<void> {
  const streamId = response.headers.get(headerNames.paymentStream)
  const first = events.find((event): event is Extract<PayerEvent, { type: 'signed' }> => event.type === 'signed')
  if (depositDollars === null || streamId === null || !first || !paysByChannel(first.requirements)) return
  const onEvent: OnPayerEvent = (event) => void (event.type === 'signed' && record(event))
  const { fetch: paidFetch } = await createPayer({ ...limits, agreed: first.requirements, onEvent })
  const end = await keepStreamPaid(paidFetch, { url, streamId, network: first.requirements.network, signal })
  if (end) record(end)
}

function requestOf({ method, data, headers: own, depositDollars }: PayArguments) {
  const headers = { ...(depositDollars === null ? {} : { [headerNames.paymentStream]: 'continue' }), ...own }
  if (data === null) return { method, headers }
  const contentType = isJson(data) ? 'application/json' : 'text/plain; charset=utf-8'
  return { method, body: data, headers: { 'content-type': contentType, ...headers } }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
