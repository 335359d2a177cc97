import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type AnswerParts, pairsOf, readyPartsOf } from './ready-answer'

export type FetchAnswer = (request: Request) => Promise<Response>

/**
 * The request in the form of the web, made only as far as it is asked for, at an address of `origin`: the Host header
 * decides nothing. Its signal tells of a caller that hangs up before its answer is out.
 */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Promise<Request> {
  incoming.url = origin + incoming.url
  // Headers are read of these too, and the guard has changed some.
  incoming.rawHeaders = Object.entries(incoming.headers).flatMap(([name, value]) => [name, String(value)])
  return new Promise((resolve) => {
    void getRequestListener((request) => (resolve(request), RESPONSE_ALREADY_SENT), listening)(incoming, outgoing)
  })
}

const listening = { overrideGlobalObjects: false, autoCleanupIncoming: false }

/** Left to this server: a service's own would frame another body than what is sent. Next.js leaves them out too. */
const framing = new Set(['content-length', 'content-encoding', 'transfer-encoding'])

/** Sends an answer as it comes. A body that breaks cuts the connection, so that nobody takes it for whole. */
export async function sendAnswer(answer: Response, outgoing: ServerResponse): Promise<void> {
  const ready = readyPartsOf(answer)
  if (outgoing.destroyed) return ready?.ended?.(false)
  outgoing.statusCode = answer.status
  outgoing.statusMessage = answer.statusText
  for (const [name, value] of pairsOf(answer.headers)) {
    if (framing.has(name)) continue
    if (name === 'set-cookie') outgoing.appendHeader(name, value)
    // What is set by now is the server's own, such as the request's id.
    else if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value)
  }
  const isHead = outgoing.req.method === 'HEAD'
  if (ready) return sendReady(ready, outgoing, isHead)
  if (isHead) void answer.body?.cancel().catch(() => {})
  if (!answer.body || isHead) return void outgoing.end()
  await sendBody(answer.body, outgoing)
}

function sendReady({ body, ended }: AnswerParts, outgoing: ServerResponse, isHead: boolean): void {
  if (ended) {
    let isWhole = false
    // Node.js reports a write as done, too, when its connection was cut.
    outgoing.once('finish', () => (isWhole = !outgoing.req.socket.destroyed))
    outgoing.once('close', () => ended(isWhole))
  }
  outgoing.end(isHead ? null : body)
}

/** Ends the body where its reader leaves, and reads none of it before: a part may cost its buyer money. */
async function sendBody(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const parts = Readable.fromWeb(body as WebStream, { highWaterMark: 0 }) // Two names of one class.
  await pipeline(parts, outgoing).catch(() => {})
}
