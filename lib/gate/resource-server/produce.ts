import { factsOf } from '@/lib/base/http/problem'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { traced } from '@/lib/base/infra/traced'
import type { Gate, OpenedRequest } from './gate'
import type { Meter } from './meter'
import { problemResponse } from './problem'
import { requestTooLarge, requestTooSlow } from './refuse-payment'
import { type ReadAnswer, readAnswer } from './release'
import type { Buyer } from './route-config'

/** `isOk`: the handler did its work. Otherwise the answer says what went wrong, and nothing may be charged. */
export type Produced = { isOk: boolean; answer: ReadAnswer }

/** `isPaid`: the buyer's money has been taken, and a failure leaves the content undelivered. */
export type ProduceInput = { buyer: Buyer; meter: Meter; isPaid?: boolean }

/** Runs the handler within its time, and reads its body up to the bound. Never throws. */
export async function produce(gate: Gate, opened: OpenedRequest, work: ProduceInput): Promise<Produced> {
  const response = await traced(
    'gate.handler',
    {},
    () => runHandler(gate, opened, work),
    ({ status }) => String(status),
  )
  try {
    const isOk = response.status < 400
    return { isOk, answer: await readAnswer(response, isOk && opened.route.config.passesThrough) }
  } catch (error) {
    gate.log.error({ err: error, routeKey: opened.route.key }, 'A handler broke off its body')
    return { isOk: false, answer: await readAnswer(handlerFailed(work)) }
  }
}

/** The handler's own answer, or a problem where it threw or took too long. */
export async function runHandler(gate: Gate, opened: OpenedRequest, work: ProduceInput): Promise<Response> {
  const answer = await askHandler(gate, opened, work)
  const { code, upstreamStatus } = factsOf(answer)
  Object.assign(opened.facts, { upstreamStatus, handlerReason: code ?? `handler_${answer.status}` })
  return answer
}

async function askHandler(gate: Gate, opened: OpenedRequest, work: ProduceInput): Promise<Response> {
  const { route } = opened
  const { buyer, meter } = work
  const tooLarge = () => requestTooLarge(opened, chargeOf(work))
  if (!(await opened.body.fits())) return tooLarge()
  gate.observer.handlerStarted?.({ routeKey: route.key })
  const late: { ends?: AbortController } = {}
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), route.handlerTimeoutSeconds * 1000)
  })
  try {
    const context = {
      params: opened.params,
      buyer,
      meter,
      // Most handlers never ask for it.
      get signal() {
        return (late.ends ??= new AbortController()).signal
      },
    }
    const request = withBody(opened.request, await opened.body.open())
    const answer = await Promise.race([route.handler(request, context), deadline])
    if (answer !== 'late') return answer
    late.ends?.abort()
    return problemResponse({
      code: 'handler_timeout',
      detail: `The seller did not answer within ${route.handlerTimeoutSeconds} seconds. ${chargeOf(work)}`,
    })
  } catch (error) {
    if (route.config.streamsUpload && isDomainError(error)) {
      if (error.code === 'BODY_TOO_LARGE') return tooLarge()
      if (error.code === 'BODY_TOO_SLOW') return requestTooSlow(`${error.message} ${chargeOf(work)}`)
    }
    gate.log.error({ err: error, routeKey: route.key }, 'A handler threw')
    return handlerFailed(work)
  } finally {
    clearTimeout(timer)
  }
}

/** HEAD is produced like GET: its content is stored for the GET that follows. */
function withBody(request: Request, body: Awaited<ReturnType<OpenedRequest['body']['open']>>): Request {
  const { url, method, headers, signal } = request
  if (method === 'GET' || method === 'HEAD') return new Request(url, { headers, signal })
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit) // Types of browsers leave it out.
}

const handlerFailed = (work: ProduceInput) =>
  problemResponse({
    code: 'handler_failed',
    detail: `The seller could not produce the content. ${chargeOf(work)}`,
  })

const chargeOf = ({ isPaid }: ProduceInput): string =>
  isPaid ? 'You have paid for it: ask again with the same payment, at no charge.' : 'You were not charged.'
