import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy in front of a server that reads the whole answer to a paid request and then loses it: for the first `losses`
 * of them the client gets a closed connection, or with `status` an error page of the proxy's own.
 */
export async function openLosingProxy(origin: string, { losses, status }: { losses: number; status?: number }) {
  let lost = 0
  const server = createServer((incoming, outgoing) => {
    const isPaid = incoming.headers['payment-signature'] !== undefined
    const onward = ask(`${origin}${incoming.url}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      if (!isPaid || lost >= losses) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        return answer.pipe(outgoing)
      }
      lost += 1
      answer
        .resume()
        .once('end', () =>
          status === undefined
            ? outgoing.destroy()
            : outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
        )
    })
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
