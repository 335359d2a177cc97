import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Asked = { path: string; headers: IncomingHttpHeaders; body: string }

/** A server of a seller's own, which answers each request with JSON. */
export async function startSellersServer(answer: (asked: Asked) => unknown) {
  const server = createServer((incoming, outgoing) => {
    text(incoming)
      .then((body) => {
        outgoing.setHeader('content-type', 'application/json')
        outgoing.end(JSON.stringify(answer({ path: incoming.url ?? '', headers: incoming.headers, body })))
      })
      .catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}
