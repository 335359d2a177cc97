import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenAnswers } from '@/lib/base/http/open-answers'
import { setOwnServer } from '@/lib/base/http/own-server'
import { type Edge, type Framework, serveRequests } from '@/lib/base/http/serve-requests'

const silent = { warn: () => {}, error: () => {} }

/** A server on a free port whose requests pass what those of every server of ours pass, before `framework` gets them. */
export async function serveEdge(
  framework: Framework,
  edge: Partial<Edge> = {},
): Promise<{ origin: string; server: Server; stop: () => void }> {
  const server = createServer({ keepAliveTimeout: 75_000 }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const whole: Edge = {
    publicOrigin: origin,
    trustedProxies: 0,
    log: silent,
    answers: createOpenAnswers(),
    seen: () => {},
    mayWrite: () => {},
    findAnswer: () => null,
    ...edge,
  }
  setOwnServer(server)
  server.on('request', serveRequests(whole, framework))
  const stop = () => {
    setOwnServer(null)
    server.closeAllConnections()
    server.close()
  }
  return { origin, server, stop }
}
