import { z } from 'zod'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { isAnswerGone } from '@/lib/client/parse-exchange'
import type { PayerEvent } from '@/lib/client/payer-event'
import { ANSWER_LOST, undecided } from '@/lib/client/resend'
import { redirectOf } from '../without-redirects'
import { describeRejection } from './describe-rejection'
import type { PayArguments } from './parse-arguments'
import type { ReadBody } from './read-body'

export const EXIT = {
  content: 0,
  serverError: 1,
  usage: 2,
  notPaid: 3,
  rejected: 4,
  unreachable: 5,
  unknown: 6,
  stopped: 130,
} as const

export type PayReport = {
  exitCode: number
  status: number | null
  contentType: string | null
  body: ReadBody
  events: PayerEvent[]
  settlement: SettleResponse | null
  /** Why there is no content, in words. */
  problem: { code: string; message: string } | null
}

/** Says how a call ended, by its last answer and what was signed. */
export function reportAnswer(
  { url }: PayArguments,
  response: Response,
  {
    body,
    fault,
    events,
    signed,
  }: { body: ReadBody; fault: string | null; events: PayerEvent[]; signed: () => string | null },
): PayReport {
  const last = events.findLast(({ type }) => type === 'payment_rejected' || type === 'settled')
  const rejection = last?.type === 'payment_rejected' ? last : null
  const settled = last?.type === 'settled' ? last : null
  const report = {
    status: response.status,
    contentType: response.headers.get('content-type'),
    body,
    events,
    settlement: settled?.settlement ?? null,
  }
  const location = redirectOf(response, url)
  if (location !== null) {
    const isSigned = events.some(({ type }) => type === 'signed')
    const then = isSigned ? 'A payment was signed, which may be taken' : 'Ask that address itself, if it is meant'
    const problem = { code: `HTTP_${response.status}`, message: `the server redirects to ${location}. ${then}` }
    return { ...report, exitCode: isSigned ? EXIT.unknown : EXIT.serverError, problem }
  }
  if (isAnswerGone(response)) {
    const message = detailIn(body) ?? 'It was sent before and is not kept any more'
    return { ...report, exitCode: EXIT.unknown, problem: { code: 'ANSWER_LOST', message } }
  }
  if (rejection && events.some((event) => event.type === 'waiting' && event.reason === ANSWER_LOST)) {
    const message = `the answer was lost, and the server answers ${response.status} now. The payment may be taken`
    return { ...report, exitCode: EXIT.unknown, problem: { code: 'ANSWER_LOST', message } }
  }
  if (rejection) {
    const reason = rejection.reason ?? reasonIn(body)
    const isUnknown = reason !== null && undecided.includes(reason)
    // Stock servers answer 412 where an approval is missing, with the reason in the usual header.
    const isRejected = response.status === 402 || (rejection.reason !== null && response.status < 500)
    // A server's own error says nothing of what was signed: it holds that, and may take it.
    const exitCode = isRejected && !isUnknown ? EXIT.rejected : EXIT.unknown
    const words = describeRejection(reason)
    const said = isUnknown || isRejected ? words : `the server answers ${response.status}: ${words}`
    const message = [said, detailIn(body), isRejected || isUnknown ? null : signed()]
      .flatMap((part) => part?.replace(/\.$/, '') ?? [])
      .join('. ')
    return { ...report, exitCode, problem: { code: reason ?? 'PAYMENT_REJECTED', message } }
  }
  if (fault !== null) {
    const open = settled ? null : signed()
    const message = open === null ? fault : `${fault} ${open}`
    const exitCode = open === null ? EXIT.serverError : EXIT.unknown
    return { ...report, exitCode, problem: { code: 'ANSWER_BROKEN', message } }
  }
  if (response.ok) return { ...report, exitCode: EXIT.content, problem: null }
  const message = `the server answers ${response.status} ${response.statusText}`.trim()
  return { ...report, exitCode: EXIT.serverError, problem: { code: `HTTP_${response.status}`, message } }
}

/** The sentence for people in a problem document. */
function detailIn(body: ReadBody): string | null {
  const read = body.kind === 'json' ? problemSchema.safeParse(body.value) : null
  return read?.success ? read.data.detail : null
}

const problemSchema = z.object({ detail: z.string().min(1).max(600) })

/** Answers other than 402 name their reason in a problem document. */
function reasonIn(body: ReadBody): string | null {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return null
  const { code, reason, error } = body.value as Record<string, unknown>
  return [code, reason, error].find((value): value is string => typeof value === 'string') ?? null
}
