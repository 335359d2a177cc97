import type { OutgoingHttpHeader, ServerResponse } from 'node:http'
import { partsWithin } from '@/lib/base/x402/bounded-body'

/** A handler's writes to an answer of Node.js, taken before any of it leaves. */
export type WithheldAnswer = {
  /** The handler's answer once it has begun to write; its body follows as it is read. */
  answer: Promise<Response>
  /** Sends an answer, with the headers that stood there before the handler and none that the handler has set. */
  send: (response: Response) => Promise<void>
}

/** Bytes of a handler's body that may wait to be read; it is asked to pause beyond them. */
const WAITING_BYTES = 64 * 1024

/** How long a handler may go on writing for a buyer who has hung up, before its answer counts as broken off. */
const LONGEST_AFTER_HANG_UP_MS = 60_000

const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Takes over an answer of Node.js: what is written to it from now on becomes a `Response`, and nothing leaves until `send`.
 * Writes of a handler for which another answer was sent are dropped. One whose buyer hangs up may finish: it was paid.
 */
export function withholdAnswer(res: ServerResponse): WithheldAnswer {
  const before = { ...res.getHeaders() }
  const { write, end, writeHead, destroy } = res
  const waiting = openBody(() => res.emit('drain'))
  let hasBegun = false
  let isSent = false
  let resolve: (answer: Response) => void = () => {}
  const answer = new Promise<Response>((settle) => {
    resolve = settle
  })

  function begin(): void {
    if (hasBegun) return
    hasBegun = true
    const { statusCode: status } = res
    resolve(
      new Response(bodiless.has(status) ? null : waiting.stream, { status, headers: toHeaders(res.getHeaders()) }),
    )
  }

  async function send(response: Response): Promise<void> {
    // A handler that has not begun by now is late.
    if (!hasBegun) waiting.drop()
    hasBegun = true
    isSent = true
    res.writeHead = writeHead
    for (const name of res.getHeaderNames()) res.removeHeader(name)
    setHeaders(res, before)
    res.statusCode = response.status
    res.statusMessage = ''
    const cookies = response.headers.getSetCookie()
    for (const [name, value] of response.headers) res.setHeader(name, name === 'set-cookie' ? cookies : value)
    for await (const chunk of partsWithin(response.body, { maxBytes: Number.POSITIVE_INFINITY })) {
      // Leaving the loop cancels the body: it was not delivered.
      if (res.destroyed) return
      if (!write.call(res, chunk, 'utf8')) await drainOf(res)
    }
    end.call(res, undefined, 'utf8')
  }

  res.writeHead = ((status: number, ...rest: unknown[]) => {
    res.statusCode = status
    setHeaders(res, rest.find((part) => typeof part === 'object' && part !== null) ?? {})
    return res
  }) as typeof res.writeHead
  res.write = ((...args: unknown[]) => {
    begin()
    const goesOn = waiting.take(args)
    callBack(args)
    return goesOn
  }) as typeof res.write
  res.end = ((...args: unknown[]) => {
    begin()
    waiting.take(args)
    waiting.close()
    callBack(args)
    return res
  }) as typeof res.end
  res.flushHeaders = begin
  // These would leave past the gate.
  res.addTrailers = () => {}
  res.writeEarlyHints = () => {}
  Object.defineProperty(res, 'headersSent', { configurable: true, get: () => hasBegun })
  const giveUp = () => {
    waiting.fail()
    begin()
  }
  res.once('close', () => {
    if (isSent) giveUp()
    else setTimeout(giveUp, LONGEST_AFTER_HANG_UP_MS).unref()
  })
  res.destroy = (error) => {
    giveUp()
    return destroy.call(res, error)
  }
  return { answer, send }
}

/** Returns when the connection takes more, or has ended. */
function drainOf(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}

function openBody(drained: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let isPaused = false
  const drop = () => {
    controller = null
    if (isPaused) drained()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (opened) => {
        controller = opened
      },
      pull: () => {
        if (isPaused) drained()
        isPaused = false
      },
      cancel: drop,
    },
    { highWaterMark: WAITING_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
  )
  return {
    stream,
    drop,
    /** The arguments of `write` or `end`; whether more may come at once. */
    take([chunk, encoding]: unknown[]): boolean {
      const bytes = toBytes(chunk, encoding)
      if (!controller || !bytes) return true
      controller.enqueue(bytes)
      isPaused = (controller.desiredSize ?? 1) <= 0
      return !isPaused
    },
    close() {
      controller?.close()
      controller = null
    },
    fail() {
      controller?.error(new Error('The connection ended before the answer did.'))
      drop()
    },
  }
}

function toBytes(chunk: unknown, encoding: unknown): Uint8Array | null {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
  // A copy: the writer may use its buffer again.
  return chunk instanceof Uint8Array && chunk.byteLength > 0 ? Uint8Array.from(chunk) : null
}

function callBack(args: unknown[]): void {
  const callback = args.find((arg) => typeof arg === 'function')
  if (callback) queueMicrotask(() => void callback())
}

function toHeaders(from: NodeJS.Dict<OutgoingHttpHeader>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(from)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
  }
  return headers
}

/** Headers in any of the shapes of `writeHead`: an object, pairs, or names and values in turn. */
function setHeaders(res: ServerResponse, headers: object): void {
  const pairs =
    Array.isArray(headers) && !Array.isArray(headers[0])
      ? Array.from({ length: headers.length / 2 }, (_, index) => [headers[2 * index], headers[2 * index + 1]])
      : Array.isArray(headers)
        ? headers
        : Object.entries(headers)
  for (const [name, value] of pairs) if (value !== undefined) res.setHeader(name, value)
}
