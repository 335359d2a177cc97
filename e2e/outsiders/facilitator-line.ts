import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The way to a facilitator, which can be cut and mended. */
export type FacilitatorLine = { url: string; cut: () => Promise<void>; mend: () => Promise<void> }

/** A server that passes every request on to the facilitator at `target`; when cut, its port is closed. */
export async function startFacilitatorLine(target: string): Promise<FacilitatorLine> {
  let server = createServer((request, response) => void passOn(target, request, response))
  const port = await listen(server, 0)
  return {
    url: `http://127.0.0.1:${port}`,
    cut: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    mend: async () => {
      server = createServer((request, response) => void passOn(target, request, response))
      await listen(server, port)
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function passOn(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { method = 'GET', url = '' } = request
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: method === 'GET' ? null : Buffer.concat(parts),
  })
  const extensions = answer.headers.get('extension-responses')
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    ...(extensions === null ? {} : { 'extension-responses': extensions }),
  })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
