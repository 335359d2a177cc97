import { readyAnswer } from '@/lib/base/http/ready-answer'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { corsHeaders, gatedCacheHeaders, headerNames } from '@/lib/base/x402/protocol-headers'
import type { ExtensionResponses, SettleResponse } from '@/lib/base/x402/wire'
import type { LedgerRow, StoredAnswer } from '@/lib/payments/ledger'
import type { OpenedRequest } from './gate'

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

/** Bodies up to this size are kept until they have been delivered; larger ones are produced again. */
const MAXIMUM_STORED_BYTES = 256 * 1024

const hopHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'set-cookie'])

/** A handler's answer, read up to the bound: whole and storable, or what was read and the rest as a stream. */
export type ReadAnswer = {
  status: number
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer> | null
  /** The part that was read of a long body, and its unread rest. */
  rest: { head: Uint8Array[]; reader: ReadableStreamDefaultReader<Uint8Array> } | null
}

/**
 * Reads a body until it ends or passes the bound, so that nothing large is held while the money settles.
 * @param passesThrough reads only its first part, without which nothing may be charged; the rest is sent as it comes
 */
export async function readAnswer(response: Response, passesThrough = false): Promise<ReadAnswer> {
  const headers = [...response.headers].filter(([name]) => !hopHeaders.has(name))
  const base = { status: response.status, headers }
  if (!response.body) return { ...base, body: new Uint8Array(0), rest: null }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const head: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { ...base, body: Buffer.concat(head, size), rest: null }
    head.push(value)
    size += value.byteLength
    if (passesThrough || size > MAXIMUM_STORED_BYTES) return { ...base, body: null, rest: { head, reader } }
  }
}

/** The part of an answer that the ledger keeps; null when the body is too long for it. */
export function toStoredAnswer(answer: ReadAnswer): StoredAnswer | null {
  return answer.body ? { status: answer.status, headers: answer.headers, body: answer.body } : null
}

/** The answer that the ledger keeps of a payment; null without one. */
export function storedAnswerOf(row: LedgerRow): StoredAnswer | null {
  if (row.responseStatus === null || row.responseHeaders === null || !row.responseBody) return null
  const headers = row.responseHeaders as unknown as [string, string][] // Only the ledger writes it, from this type.
  return { status: row.responseStatus, headers, body: new Uint8Array(row.responseBody) }
}

/** Drops a body that will not be sent, so that its source can stop. */
export async function discardAnswer(answer: ReadAnswer): Promise<void> {
  await answer.rest?.reader.cancel().catch(() => undefined)
}
