import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type ServedFetch = { origin: string; stop: () => Promise<void> }

/**
 * Serves a fetch-style handler over real HTTP on a free port of this machine, as Next.js does: the request's signal
 * tells of a buyer who hangs up, and the body of an abandoned answer is not cancelled. Or on `port`, unless it is taken.
 */
export async function serveFetch(handler: (request: Request) => Promise<Response>, port = 0): Promise<ServedFetch> {
  // As the site's own: a client that was busy for longer would find the connection that it kept closed.
  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
    void answer(handler, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: stop what listens there.`) : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const hungUp = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) hungUp.abort()
  })
  const response = await handler(toRequest(incoming, hungUp.signal))
  if (outgoing.destroyed) return
  outgoing.writeHead(response.status, [...response.headers].flat())
  if (!response.body) return void outgoing.end()
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers,
    signal,
    ...(hasBody ? { body: incoming, duplex: 'half' } : {}),
  } as unknown as RequestInit)
}
