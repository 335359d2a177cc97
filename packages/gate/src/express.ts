import { Readable } from 'node:stream'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller-mark'
import { notFound } from '@/lib/base/http/not-found'
import { problemResponse, toProblem } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { routeMethods } from '@/lib/base/x402/route-key'
import { methodNotAllowed } from '@/lib/gate/resource-server/problem'
import type { SellEach } from './sell-each'
import type { ExpressHandler, ExpressRequest, ExpressResponse } from './turnpike'
import { withholdAnswer } from './withhold-answer'

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
    if (url === null) {
      return Promise.resolve(notFound())
    }
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
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
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
