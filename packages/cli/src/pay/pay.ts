import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import { networkName } from '@/lib/base/x402/networks'
import { rpcVariables } from '@/lib/client/chain-urls'
import { createPayer, type PayerOptions } from '@/lib/client/create-payer'
import { type OnPayerEvent, PayerError, type PayerEvent } from '@/lib/client/payer-error'
import { type BudgetedCall, unbudgeted } from '../budget'
import { withoutRedirects } from '../without-redirects'
import type { PayArguments } from './parse-arguments'
import { EXIT, type PayReport, type ReadBody, readBody, reportAnswer } from './report-answer'

/** Hears of a payment while it goes on, and may stop it. */
export type PayWatch = { onEvent?: OnPayerEvent; stop?: AbortSignal }

/**
 * Asks for the resource, signs in or pays, and reports how it ended. Never throws for what a server or chain does.
 * Follows no redirect. `call` holds what is signed to a budget.
 */
export async function pay(
  input: PayArguments,
  payer: PayerOptions,
  { onEvent = () => {}, stop }: PayWatch,
  call: BudgetedCall = unbudgeted,
): Promise<PayReport> {
  const events: PayerEvent[] = []
  const limit = limitCall(input.timeoutSeconds, stop)
  let signedAt = new Date()
  const isSigned = () => findEvent(events, 'signed') !== null
  const signed = () => signedWords(findEvent(events, 'signed'), signedAt)
  const record: OnPayerEvent = (event) => {
    limit.touch(event.type === 'waiting' ? event.seconds : 0)
    if (event.type === 'signed') signedAt = new Date()
    events.push(event)
    onEvent(event)
  }
  const { network, maxDollars, isSignInTried } = input
  const { approve, onSigned } = call
  try {
    const options = { ...payer, network, maxDollars, isSignInTried, approve, onSigned, onEvent: record }
    const { fetch: paidFetch } = await createPayer({ fetch: withoutRedirects, ...options })
    limit.touch()
    const response = await limit.race(paidFetch(input.url, { ...requestOf(input), signal: limit.signal }))
    const { body, fault } = await readBody(response, () => limit.touch())
    const end = fault === null ? null : limit.ended()
    const report = reportAnswer(input, response, {
      body,
      fault: end === null ? fault : `${end.message} What came is here.`,
      events,
      signed,
    })
    return end?.isByPerson && !isSigned() ? { ...report, exitCode: EXIT.stopped } : report
  } catch (thrown) {
    const end = limit.ended()
    const error = end === null ? thrown : endedError(end, signed())
    if (!(error instanceof PayerError)) throw error
    return reportError(error, payer, events)
  } finally {
    limit.close()
    await call.close()
  }
}

async function reportError(error: PayerError, payer: PayerOptions, events: PayerEvent[]): Promise<PayReport> {
  const { network, answer } = error
  const silent = network === null ? null : findSilentNode(error, { network, rpcUrls: payer.rpcUrls ?? {} })
  // Why an address was not asked at all.
  const cause = error.cause instanceof SafeFetchError ? ` ${error.cause.message}` : ''
  const body: ReadBody = answer ? (await readBody(answer)).body : { kind: 'empty' }
  return {
    exitCode: exitCodes[error.code] ?? EXIT.notPaid,
    status: answer?.status ?? null,
    contentType: answer?.headers.get('content-type') ?? null,
    body,
    events,
    settlement: findEvent(events, 'settled')?.settlement ?? null,
    problem: { code: error.code, message: silent ?? `${error.message}${cause}` },
  }
}

const exitCodes: Partial<Record<PayerError['code'], number>> = {
  SERVER_UNREACHABLE: EXIT.unreachable,
  ANSWER_LOST: EXIT.unknown,
  STOPPED: EXIT.stopped,
  INVALID_KEY: EXIT.usage,
}

export const findEvent = <T extends PayerEvent['type']>(events: readonly PayerEvent[], type: T) =>
  events.findLast((event): event is Extract<PayerEvent, { type: T }> => event.type === type) ?? null

function requestOf({ method, data, headers }: PayArguments) {
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

/** How the libraries of the chains say that no answer came. */
const NO_ANSWER = /fetch failed|HTTP request failed|network error|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/i

/**
 * Names the node that a payment on `network` needs and that did not answer, with the variable that says which one it is.
 * Null where `error` has another reason. An address may hold a key: only its host is named.
 */
export function findSilentNode(
  error: unknown,
  { network, rpcUrls }: { network: string; rpcUrls: Record<string, string | undefined> },
): string | null {
  const variable = rpcVariables[network]
  const url = rpcUrls[network]
  if (!variable || !isUnanswered(error)) return null
  const where = url && URL.canParse(url) ? ` at ${new URL(url).host}` : ''
  return `The node of ${networkName(network)}${where} does not answer; ${variable} names another one. Nothing was paid.`
}

function isUnanswered(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 8) return false
  return NO_ANSWER.test(error.message) || isUnanswered(error.cause, depth + 1)
}

/** Ends a call when its server is silent for too long, or when the person stops it. */
function limitCall(timeoutSeconds: number, stop?: AbortSignal) {
  const late = new AbortController()
  const signal = stop ? AbortSignal.any([late.signal, stop]) : late.signal
  let timer: NodeJS.Timeout | undefined
  const close = () => clearTimeout(timer)
  /** The server is asked, or has said something and is asked again after a wait: its silence counts from now. */
  const touch = (waitSeconds = 0) => {
    close()
    timer = setTimeout(() => late.abort(), (timeoutSeconds + waitSeconds) * 1000)
  }
  const ending = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  ending.catch(() => undefined)
  return {
    signal,
    touch,
    close,
    /** The work, or a rejection as soon as the call is ended. */
    race: <T>(work: Promise<T>) => Promise.race([work, ending]),
    /** Why it was ended, as a sentence; null while it was not. */
    ended() {
      if (!signal.aborted) return null
      const isByPerson = !late.signal.aborted
      return { isByPerson, message: isByPerson ? 'Stopped.' : `The server was silent for ${timeoutSeconds} s.` }
    },
  }
}

/** Why a call that was ended has no answer; with what was signed until then. */
function endedError(
  { isByPerson, message }: NonNullable<ReturnType<ReturnType<typeof limitCall>['ended']>>,
  signed: string | null,
): PayerError {
  if (signed !== null) return new PayerError('ANSWER_LOST', `${message} ${signed} ${LOOK_FIRST}`)
  return new PayerError(isByPerson ? 'STOPPED' : 'SERVER_UNREACHABLE', `${message} Nothing was paid.`)
}

const LOOK_FIRST = 'Look at the wallet on its chain before paying again.'

/** The last signed price, and until when it can be taken: a payment ends, a voucher does not. */
function signedWords(event: Extract<PayerEvent, { type: 'signed' }> | null, at: Date): string | null {
  return event && `${event.price} was signed and ${mayBeTaken(at, event.requirements.maxTimeoutSeconds)}.`
}

/** Until when, where that is a time that a date can hold. */
function mayBeTaken(since: Date, seconds: number): string {
  const end = new Date(since.getTime() + seconds * 1000)
  if (Number.isNaN(end.getTime())) return 'may be taken'
  return `may be taken until ${end.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
