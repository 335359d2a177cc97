import { corsHeaders, gatedCacheHeaders, headerNames } from '@/lib/base/x402/protocol-headers'
import { onHangUp } from './on-hang-up'
import type { OpenedRequest } from './opened-request'
import { discardAnswer, type ReadAnswer } from './stored-answer'

export type ReleaseEnd = { delivered: () => void; broken: () => void }

/**
 * Sends a produced answer. Calls `delivered` when the connection has taken its last byte, or `broken` when the reader
 * went away before that; one of them, once.
 */
export function releaseAnswer(
  answer: ReadAnswer,
  { isHead, request }: Pick<OpenedRequest, 'isHead' | 'request'>,
  extraHeaders: Record<string, string> = {},
  end: ReleaseEnd = { delivered: () => {}, broken: () => {} },
): Response {
  const headers = gatedHeaders(answer.headers)
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value)
  if (answer.body) headers.set('content-length', String(answer.body.byteLength))
  const body =
    isHead || isBodiless(answer.status) ? withoutBody(answer, isHead, end) : trackedBody(answer, request.signal, end)
  return new Response(body, { status: answer.status, headers })
}

/** Our headers and the SDK's inner one for metering: an upstream must not set them. */
const reservedHeaders: ReadonlySet<string> = new Set([...Object.values(headerNames), 'settlement-overrides'])
const ownHeaders = Object.entries({ ...corsHeaders, ...gatedCacheHeaders })

/** Puts the gate's headers over a handler's: never cacheable, and no protocol headers from the handler. */
export function gatedHeaders(from: readonly (readonly [string, string])[]): Headers {
  const headers = new Headers()
  for (const [name, value] of from) {
    if (!reservedHeaders.has(name.toLowerCase())) headers.append(name, value)
  }
  const vary = headers.get('vary')
  for (const [name, value] of ownHeaders) headers.set(name, value)
  if (vary && vary !== '*') headers.append('vary', vary)
  return headers
}

/** For answers sent while they are made: a proxy that collected one would make the buyer pay for what it holds. */
export function streamHeaders(from: Headers): Headers {
  const headers = gatedHeaders([...from])
  headers.set('x-accel-buffering', 'no')
  return headers
}

const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

/** HEAD sends no content: it stays undelivered, and is stored for the GET that follows. */
function withoutBody(answer: ReadAnswer, isHead: boolean, end: ReleaseEnd): null {
  void discardAnswer(answer)
  if (isHead) end.broken()
  else end.delivered()
  return null
}

function trackedBody(answer: ReadAnswer, signal: AbortSignal, end: ReleaseEnd): ReadableStream<Uint8Array> {
  const queue = answer.body ? [answer.body] : [...(answer.rest?.head ?? [])]
  const reader = answer.rest?.reader ?? null
  let isOpen = true
  const finish = (how: keyof ReleaseEnd) => {
    if (!isOpen) return
    isOpen = false
    forgetSignal()
    end[how]()
  }
  const breakOff = (reason: unknown) => {
    finish('broken')
    return reader?.cancel(reason).catch(() => undefined)
  }
  const forgetSignal = onHangUp(signal, () => void breakOff('The buyer hung up.'))
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = queue.shift() ?? (reader ? (await reader.read()).value : undefined)
          if (next === undefined) {
            controller.close()
            finish('delivered')
          } else {
            controller.enqueue(next)
          }
        } catch (error) {
          finish('broken')
          controller.error(error)
        }
      },
      cancel: breakOff,
    },
    { highWaterMark: 0 },
  )
}
