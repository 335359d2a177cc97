import type { ServerResponse } from 'node:http'
import { pairsOf, type ReadyAnswer, readyPartsOf } from './ready-answer'

export type FetchAnswer = (request: Request) => Promise<Response>

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
  if (!answer.body || isHead) return void outgoing.end()
  await sendBody(answer.body.getReader(), outgoing)
}

function sendReady(
  { body, ended }: Pick<ReadyAnswer, 'body' | 'ended'>,
  outgoing: ServerResponse,
  isHead: boolean,
): void {
  if (ended) {
    let isWhole = false
    // Node.js reports a write as done, too, when its connection was cut.
    outgoing.once('finish', () => (isWhole = !outgoing.req.socket.destroyed))
    outgoing.once('close', () => ended(isWhole))
  }
  outgoing.end(isHead ? null : body)
}

async function sendBody(reader: ReadableStreamDefaultReader<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  let proceed = () => {}
  outgoing.on('drain', () => proceed())
  outgoing.once('close', () => {
    proceed()
    if (!outgoing.writableFinished) void reader.cancel().catch(() => {})
  })
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!outgoing.headersSent) outgoing.flushHeaders()
      const isTaken = outgoing.write(part.value)
      if (!isTaken && !outgoing.destroyed) await new Promise<void>((resolve) => (proceed = resolve))
    }
    outgoing.end()
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : new Error('The body broke', { cause: error }))
  }
}
