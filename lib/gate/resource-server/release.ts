import { readyAnswer } from '@/lib/base/http/ready-answer'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { corsHeaders, gatedCacheHeaders, headerNames } from '@/lib/base/x402/protocol-headers'
import type { ExtensionResponses, SettleResponse } from '@/lib/base/x402/wire'
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
  const headers = [...gatedPairs(answer.headers), ...Object.entries(extraHeaders)]
  if (answer.body) headers.push(['content-length', String(answer.body.byteLength)])
  const { status } = answer
  if (isHead || isBodiless(status)) {
    void discardAnswer(answer)
    // HEAD sends no content: it stays undelivered, and is stored for the GET that follows.
    if (isHead) end.broken()
    else end.delivered()
    return readyAnswer({ status, headers, body: null })
  }
  const { body } = answer
  const { stream, finish } = trackedBody(answer, request.signal, end)
  if (!body) return new Response(stream, { status, headers })
  const ended = (isWhole: boolean) => finish(isWhole ? 'delivered' : 'broken')
  return readyAnswer({ status, headers, body, stream, ended })
}

const ownHeaders = Object.entries({ ...corsHeaders, ...gatedCacheHeaders })
const ownNames: ReadonlySet<string> = new Set(ownHeaders.map(([name]) => name.toLowerCase()))
/** Our headers and the SDK's inner one for metering: an upstream must not set them. */
const reservedNames: ReadonlySet<string> = new Set([...Object.values(headerNames), 'settlement-overrides'])

/** Puts the gate's headers over a handler's: never cacheable, and no protocol headers from the handler. */
export const gatedHeaders = (from: readonly (readonly [string, string])[]): Headers => new Headers(gatedPairs(from))

function gatedPairs(from: readonly (readonly [string, string])[]): [string, string][] {
  const pairs: [string, string][] = []
  for (const [name, value] of from) {
    const key = name.toLowerCase()
    if (!reservedNames.has(key) && !ownNames.has(key)) pairs.push([name, value])
  }
  const varies = from.flatMap(([name, value]) => (name.toLowerCase() === 'vary' && value !== '*' ? [value] : []))
  for (const [name, value] of ownHeaders) pairs.push([name, name === 'Vary' ? [value, ...varies].join(', ') : value])
  return pairs
}

export type Settled = { response: SettleResponse; extensionResponses?: ExtensionResponses | null | undefined }

/** PAYMENT-RESPONSE and, where the facilitator gave any, EXTENSION-RESPONSES. */
export function settledHeaders({ response, extensionResponses }: Settled): Record<string, string> {
  return {
    'PAYMENT-RESPONSE': encodeHeader(response),
    ...(extensionResponses ? { 'EXTENSION-RESPONSES': encodeHeader(extensionResponses) } : {}),
  }
}

/** For answers sent while they are made: a proxy that collected one would make the buyer pay for what it holds. */
export function streamHeaders(from: Headers): Headers {
  const headers = gatedHeaders([...from])
  headers.set('x-accel-buffering', 'no')
  return headers
}

const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

function trackedBody(answer: ReadAnswer, signal: AbortSignal, end: ReleaseEnd) {
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
  const stream = new ReadableStream<Uint8Array>(
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
  return { stream, finish }
}

/**
 * Runs `act` once when the buyer's connection ends before the whole answer is sent; at once where it has ended already.
 * Servers drop the body of an answer that is no longer read without cancelling it, so the body cannot tell.
 * Returns a function that stops listening.
 */
export function onHangUp(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    queueMicrotask(act)
    return () => {}
  }
  signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}
