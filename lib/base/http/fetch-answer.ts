import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers a request without a framework. */
export type FetchAnswer = (request: Request) => Promise<Response>

/** The request in the form of the web. Its signal tells of a caller that hangs up before its answer is out. */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request {
  const { method = 'GET', url = '/', headers } = incoming
  const hungUp = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) hungUp.abort()
  })
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: incoming, duplex: 'half' }
  const init = { method, headers: headers as Record<string, string>, signal: hungUp.signal, ...body }
  return new Request(`${origin}${url}`, init as unknown as RequestInit) // Node.js takes its own streams as bodies.
}

/** Left to this server: a service's own would frame another body than what is sent. Next.js leaves them out too. */
const framing = new Set(['content-length', 'content-encoding', 'transfer-encoding'])

/** Sends an answer as it comes. A body that breaks cuts the connection, so that nobody takes it for whole. */
export async function sendAnswer(answer: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return
  outgoing.statusCode = answer.status
  outgoing.statusMessage = answer.statusText
  for (const [name, value] of answer.headers) {
    if (framing.has(name)) continue
    if (name === 'set-cookie') outgoing.appendHeader(name, value)
    // What is set by now is the server's own, such as the request's id.
    else if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value)
  }
  if (!answer.body || outgoing.req.method === 'HEAD') return void outgoing.end()
  await sendBody(answer.body.getReader(), outgoing)
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
