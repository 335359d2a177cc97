import { factsOf } from '@/lib/base/http/problem'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { reasons } from '@/lib/base/x402/reasons'
import type { Gate, OpenedRequest } from './gate'

/** True for a request that brings a payment, also one that cannot be read. */
export const bringsPayment = ({ headers }: Request): boolean =>
  headers.has(headerNames.paymentSignature) || headers.has(headerNames.paymentVersion1)

/** Writes the one line of a payment that this request has decided, or found decided. */
export function logPayment(gate: Pick<Gate, 'log'>, opened: OpenedRequest, answer: Response): void {
  const { status, headers } = answer
  const settled = parseHeader(headers.get(headerNames.paymentResponse) ?? '')
  const response = settled.ok ? settled.value : null
  const { handlerReason } = opened.facts
  writeLine(gate, opened, {
    outcome: outcomeOf(opened, answer, response),
    reason: factsOf(answer).code ?? (status >= 400 ? handlerReason : undefined),
    status,
    transaction: response?.transaction || undefined,
  })
}

/** The same for a stream, once its end has been charged for. */
export const logStream = (
  gate: Pick<Gate, 'log'>,
  opened: OpenedRequest,
  end: { outcome: string; reason?: string; transaction?: string },
): void => writeLine(gate, opened, { ...end, transaction: end.transaction || undefined, status: 200 })

function writeLine({ log }: Pick<Gate, 'log'>, { route, facts, startedAt }: OpenedRequest, end: object): void {
  const { paymentId, network, scheme, upstreamStatus } = facts
  const ms = Math.round(performance.now() - startedAt)
  log.info({ paymentId, routeKey: route.key, network, scheme, ...end, upstreamStatus, ms }, 'payment')
}

function outcomeOf({ facts }: OpenedRequest, answer: Response, response: Record<string, unknown> | null): string {
  const { code } = factsOf(answer)
  const isFree = response?.amount === '0' && !response.transaction
  // A handler may answer 402 or 403 after its payment was taken.
  if (response?.success === true && code !== reasons.paymentAlreadyUsed) {
    return isFree ? 'free' : (facts.settledAs ?? 'settled')
  }
  if (answer.status === 402 || answer.status === 403) return 'refused'
  if (code === reasons.settlementUnknown) return 'unknown'
  if (code === reasons.paymentInProgress) return 'in_progress'
  return 'failed'
}
