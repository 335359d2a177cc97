import type { OutgoingHttpHeader, ServerResponse } from 'node:http'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { notFound, problemResponse, toProblem } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { routeMethods } from '@/lib/base/x402/route-pattern'
import { methodNotAllowed } from '@/lib/gate/resource-server/problem'
import type { SellEach } from './sell-each'
import type { ExpressHandler, ExpressRequest, ExpressResponse } from './turnpike'

/** The price as a middleware of Express: the handlers after it run for who has paid. */
export function expressHandler(sell: SellEach, origin: string): ExpressHandler {
  return async (req, res, next) => {
    const withheld = withholdAnswer(res)
    try {
      const answer = await answerTo(req, res, async (paid) => {
        res.locals = { ...res.locals, turnpike: paid }
        next()
        return withheld.answer
      })
      // What has not been read of the request would stand before the next one on this connection.
      if (!req.complete) answer.headers.set('connection', 'close')
      await withheld.send(answer)
    } catch (error) {
      // A body that broke off on its way: its reader must not take it for whole.
      res.destroy(error instanceof Error ? error : undefined)
    }
  }

  function answerTo(req: ExpressRequest, res: ExpressResponse, produce: (paid: unknown) => Promise<Response>) {
    if (!isSellable(req.method)) return Promise.resolve(methodNotAllowed([...routeMethods]))
    const url = toUrl(req.originalUrl ?? req.url ?? '', origin)
    if (url === null) return Promise.resolve(notFound())
    const wasUnread = isUnread(req)
    const template = typeof req.route?.path === 'string' ? `${req.baseUrl ?? ''}${req.route.path}` : null
    return sell(toRequest(req, res, url), template, async (request, paid) => {
      // The content of HEAD is kept for the GET that follows, so it has to be there.
      if (req.method === 'HEAD') req.method = 'GET'
      try {
        if (request.body && wasUnread) req.body = (await readParsed(request)) ?? req.body
      } catch (error) {
        if (isDomainError(error)) return problemResponse(toProblem(error))
        throw error
      }
      return produce(paid)
    })
  }
}

/** No `Request` can be made of others, such as TRACE. */
const isSellable = (method: string | undefined): boolean =>
  method === 'OPTIONS' || routeMethods.some((known) => known === method)

/** The request's address; null where a URL would read its path otherwise than Express did. */
function toUrl(target: string, origin: string): URL | null {
  if (!target.startsWith('/') || !URL.canParse(origin + target)) return null
  const url = new URL(origin + target)
  return url.origin === origin && url.pathname === target.split(/[?#]/, 1)[0] ? url : null
}

function toRequest(req: ExpressRequest, res: ExpressResponse, url: URL): Request {
  const headers = toHeaders(req.headers)
  headers.set(CALLER_HEADER, markCaller(req.ip ?? req.socket.remoteAddress ?? ''))
  const hungUp = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) hungUp.abort()
  })
  const method = req.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    headers,
    signal: hungUp.signal,
    ...(hasBody && { body: bodyOf(req), duplex: 'half' }),
  } as RequestInit) // `duplex` is missing in the types.
}

/** The bytes that came, or where a parser has read them what it made of them. */
function bodyOf(req: ExpressRequest): BodyInit {
  const { body } = req
  if (isUnread(req)) return Readable.toWeb(req) as ReadableStream<Uint8Array>
  return typeof body === 'string' || body instanceof Uint8Array
    ? new Uint8Array(Buffer.from(body))
    : JSON.stringify(body)
}

/** Whether no parser has read the body: those of Express 4 leave `{}` where they do not match its type. */
const isUnread = ({ body, readableDidRead }: ExpressRequest): boolean =>
  body === undefined ||
  (!readableDidRead && typeof body === 'object' && body !== null && Object.keys(body).length === 0)

/** A body that no parser of the seller has read, as Express's own would: parsed JSON, else text or bytes. */
async function readParsed(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await request.arrayBuffer())
  if (bytes.length === 0) return undefined
  if (/^application\/(\S+\+)?json\b/i.test(type)) {
    return (await readJson(new Response(bytes), { maxBytes: bytes.length })).value
  }
  return /^text\//i.test(type) ? bytes.toString('utf8') : bytes
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
function withholdAnswer(res: ServerResponse) {
  const before = { ...res.getHeaders() }
  const { write, end, writeHead, destroy } = res
  const waiting = openBody(() => res.emit('drain'))
  let hasBegun = false
  let isSent = false
  let resolve: (answer: Response) => void = () => {}
  // The handler's answer once it has begun to write; its body follows as it is read.
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

  /** Sends an answer, with the headers that stood there before the handler and none that the handler has set. */
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
    const outgoing = new Writable({
      write: (chunk, encoding, done) => void write.call(res, chunk, encoding, done),
      final: (done) => void end.call(res, undefined, 'utf8', done),
    })
    const body = response.body as WebStream | null // Two names of one class.
    await pipeline(body ? Readable.fromWeb(body, { highWaterMark: 0 }) : Readable.from([]), outgoing)
  }

  res.writeHead = ((status: number, ...rest: unknown[]) => {
    res.statusCode = status
    setHeaders(res, rest.find((part) => typeof part === 'object' && part !== null) ?? {})
    return res
  }) as typeof res.writeHead
  res.write = ((...args: unknown[]) => {
    begin()
    return waiting.write(args)
  }) as typeof res.write
  res.end = ((...args: unknown[]) => {
    begin()
    waiting.end(args)
    return res
  }) as typeof res.end
  res.flushHeaders = begin
  // These would leave past the gate.
  res.addTrailers = () => {}
  res.writeEarlyHints = () => {}
  Object.defineProperty(res, 'headersSent', { configurable: true, get: () => hasBegun })
  const giveUp = () => {
    waiting.drop(new Error('The connection ended before the answer did.'))
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

/** A body that is written to like an answer of Node.js. What is written once nobody reads it is dropped. */
function openBody(drained: () => void) {
  // A copy: the writer may use its buffer again.
  const copy: Transform['_transform'] = (chunk, _encoding, done) => done(null, Buffer.from(chunk))
  const body = new Transform({ highWaterMark: WAITING_BYTES, transform: copy })
  body.on('drain', drained).on('error', () => {})
  body.once('close', () => body.writableEnded || drained())
  // What a handler writes after its end is dropped, as Node.js does.
  const hasEnded = () => body.destroyed || body.writableEnded
  return {
    stream: Readable.toWeb(body, { strategy: { highWaterMark: 0 } }) as ReadableStream<Uint8Array>, // Of bytes.
    drop: (error?: Error) => void body.destroy(error),
    /** The arguments of `write`; whether more may come at once. */
    write(args: unknown[]): boolean {
      if (!hasEnded()) return body.write(...(args as Parameters<Transform['write']>))
      callBack(args)
      return true
    },
    end(args: unknown[]): void {
      if (hasEnded()) callBack(args)
      else body.end(...(args as Parameters<Transform['end']>))
    },
  }
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
