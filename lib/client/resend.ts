import type { ClientExtension } from '@x402/core/client'
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { z } from 'zod'
import { decodeHeader } from '@/lib/base/x402/protocol-headers'
import { type OnPayerEvent, PayerError } from './payer-error'
import { peekJson } from './peek-json'

export type Patience = { maxWaitMs: number; sleep: (ms: number) => Promise<void> }

export const defaultPatience: Patience = {
  maxWaitMs: 30_000,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** Answers after which the same payment, sent again, finds out how it ended; it can never be charged twice. */
export const undecided = ['payment_in_progress', 'settlement_unknown', 'settlement_pending']

export const ANSWER_LOST = 'answer_lost'

const repeatable = ['GET', 'HEAD', 'PUT', 'DELETE']
const RETRY_AFTER_LOSS_MS = 1000
const MAX_LOSSES = 2

/**
 * Sends a paid request and, while its outcome is open, sends the same payment again when the server says so.
 * A lost answer is asked for again too, unless the method could make the seller's handler act twice. A proxy's error
 * counts as a lost answer, since a proxy cannot know what happened to the payment.
 * Fails with `ANSWER_LOST` when no answer comes.
 */
export async function sendPayment(
  send: typeof fetch,
  request: Request,
  { patience, onEvent, signal }: { patience: Patience; onEvent: OnPayerEvent; signal?: AbortSignal | null },
): Promise<Response> {
  let waitedMs = 0
  let losses = 0
  for (;;) {
    const answer = await send(request.clone()).catch((cause: unknown) => ({ cause }))
    const isLost = 'cause' in answer || isProxyError(answer)
    const wait = isLost ? waitAfterLoss(request, (losses += 1)) : await waitAsAsked(answer)
    if (signal?.aborted || !wait || waitedMs + wait.ms > patience.maxWaitMs) {
      if ('cause' in answer) throw answerLost(answer.cause)
      return answer
    }
    onEvent({ type: 'waiting', reason: wait.reason, seconds: wait.ms / 1000 })
    await patience.sleep(wait.ms)
    waitedMs += wait.ms
  }
}

const waitAfterLoss = (request: Request, losses: number) =>
  (repeatable.includes(request.method) || isIdentified(request.headers.get('payment-signature'))) &&
  losses <= MAX_LOSSES
    ? { reason: ANSWER_LOST, ms: RETRY_AFTER_LOSS_MS }
    : null

/** True for an answer that is neither a problem of the seller's, which is JSON, nor a settlement. */
const isProxyError = ({ status, headers }: Response): boolean =>
  [502, 504].includes(status) && !/json/.test(headers.get('content-type') ?? '') && !headers.has('payment-response')

const problemSchema = z.object({ code: z.string() })

/** The wait that the server asks for; null when the answer is final. */
async function waitAsAsked(answer: Response): Promise<{ reason: string; ms: number } | null> {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (![409, 503].includes(answer.status) || !(seconds > 0 && seconds <= 60)) return null
  const problem = problemSchema.safeParse(await peekJson(answer))
  if (!problem.success || !undecided.includes(problem.data.code)) return null
  return { reason: problem.data.code, ms: seconds * 1000 }
}

function answerLost(cause: unknown): PayerError {
  const message = 'The payment was sent and no answer came back. It may settle: look before paying again.'
  return new PayerError('ANSWER_LOST', message, { cause })
}

/**
 * Names the payments of one call, where the server offers that: with the name, a lost answer can be fetched again, and
 * no second payment of the call is taken.
 */
export function paymentIdentifierExtension(id = crypto.randomUUID()): ClientExtension {
  return {
    key: PAYMENT_IDENTIFIER,
    enrichPaymentPayload: async (payload, { extensions }) =>
      extensions && Object.hasOwn(extensions, PAYMENT_IDENTIFIER)
        ? { ...payload, extensions: { ...payload.extensions, [PAYMENT_IDENTIFIER]: { info: { id } } } }
        : payload,
  }
}

const identifiedSchema = z.object({
  extensions: z.object({ [PAYMENT_IDENTIFIER]: z.object({ info: z.object({ id: z.string() }) }) }),
})

/** True if a signed payment names itself, so that sending it again never makes a handler act twice. */
const isIdentified = (paymentHeader: string | null): boolean =>
  identifiedSchema.safeParse(decodeHeader(paymentHeader)).success
