import { once } from 'node:events'
import { type IncomingMessage, request, type Server } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { oncePerProcess } from '@/lib/base/infra/process'

const own = oncePerProcess<{ server: Server | null; connections: WeakSet<Duplex> }>('own server', () => ({
  server: null,
  connections: new WeakSet(),
}))

export function setOwnServer(server: Server | null): void {
  own.server = server
}

/** True if the request comes from this very process, and so through no network. */
export const isOwnRequest = ({ socket }: IncomingMessage): boolean => own.connections.has(socket)

/**
 * Gets a page of this process's own server over a connection in memory: no port, no address, no network.
 * Null in a process without one.
 */
export async function getOwnPage(
  path: string,
  { headers, timeoutMs }: { headers: Record<string, string>; timeoutMs: number },
): Promise<{ status: number; body: string } | null> {
  if (!own.server) return null
  const [ours, theirs] = duplexPair()
  own.connections.add(theirs)
  own.server.emit('connection', theirs)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // Next.js streams the title and the canonical address of a page into its body, unless the reader has a name.
    const named = { ...headers, 'user-agent': 'turnpike' }
    const asked = request({ path, headers: named, signal, createConnection: () => ours }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage] // As Node.js documents this event.
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  } finally {
    ours.destroy()
    theirs.destroy()
  }
}
