import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type IncomingMessage, request, type Server } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'

const REQUEST_START = 'http.server.request.start'

const shared = globalThis as typeof globalThis & { turnpikeServer?: Server }

/** Remembers this process's server, which Next.js hides, from its first request. Returns a function that ends it. */
export function rememberServer(): () => void {
  // Node.js publishes each request of its servers here.
  const onRequest = (message: unknown) => void (shared.turnpikeServer ??= (message as { server: Server }).server)
  subscribe(REQUEST_START, onRequest)
  return () => {
    unsubscribe(REQUEST_START, onRequest)
    delete shared.turnpikeServer
  }
}

/** True if the request comes from this very process, and so through no network. */
export const isOwnRequest = ({ socket }: IncomingMessage): boolean => ownConnections.has(socket)

/** Next.js loads this module several times; all copies share it. */
const connections = globalThis as typeof globalThis & { turnpikeOwnConnections?: WeakSet<Duplex> }
const ownConnections = (connections.turnpikeOwnConnections ??= new WeakSet())

/**
 * Gets a page of this process's own server over a connection in memory: no port, no address, no network.
 * Null before the server has had its first request.
 */
export async function getOwnPage(
  path: string,
  { headers, timeoutMs }: { headers: Record<string, string>; timeoutMs: number },
): Promise<{ status: number; body: string } | null> {
  if (!shared.turnpikeServer) return null
  const [ours, theirs] = duplexPair()
  ownConnections.add(theirs)
  shared.turnpikeServer.emit('connection', theirs)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const asked = request({ path, headers, signal, createConnection: () => ours }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage] // As Node.js documents this event.
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  } finally {
    ours.destroy()
    theirs.destroy()
  }
}
