import type { ServerResponse } from 'node:http'
import { createStandIns, isDirect } from './direct-request'

type Pair = [name: string, value: string]

type ReadyAnswer = {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array<ArrayBuffer> | null
  /** The body for who reads it as a stream; made of `body` when omitted. */
  stream?: () => ReadableStream<Uint8Array>
  /** Called once by our own server: whether the reader took all of it. */
  ended?: (isWhole: boolean) => void
}

type AnswerParts = Omit<ReadyAnswer, 'headers'> & { headers: Headers }

const headers = createStandIns<{ pairs: Pair[] }, Headers>(
  'headers of an answer',
  Headers,
  { get: find, has: (held, name = '') => find(held, name) !== null, set: replace },
  ({ pairs }) => new Headers(pairs),
)

const answers = createStandIns<AnswerParts, Response>(
  'answer',
  Response,
  {
    status: ({ status }) => status,
    ok: ({ status }) => status >= 200 && status < 300,
    statusText: () => '',
    headers: (parts) => parts.headers,
  },
  ({ status, headers, body, stream }) => new Response(stream ? stream() : body, { status, headers }),
)

/** An answer to a request: a response, which our own server sends without making its streams. */
export function readyAnswer(request: Request, answer: ReadyAnswer): Response {
  if (!isDirect(request)) {
    const { status, stream, body } = answer
    return new Response(stream ? stream() : body, { status, headers: answer.headers as Pair[] })
  }
  const pairs = answer.headers.map(([name, value]): Pair => [name.toLowerCase(), value])
  return answers.make({ ...answer, headers: headers.make({ pairs }) })
}

/** The parts of a ready answer; null for any other, and for one that has been read as a stream or copied. */
const readyPartsOf = (response: Response): AnswerParts | null => answers.partsOf(response)

/** Names in lower case, and values. */
const pairsOf = (given: Headers): Iterable<Pair> => headers.partsOf(given)?.pairs ?? given

function find({ pairs }: { pairs: Pair[] }, name = ''): string | null {
  const key = name.toLowerCase()
  return pairs.find(([one]) => one === key)?.[1] ?? null
}

function replace(held: { pairs: Pair[] }, name = '', value = ''): void {
  const key = name.toLowerCase()
  held.pairs = [...held.pairs.filter(([one]) => one !== key), [key, value]]
}

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
