import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpAnswer = { status: number; contentType: string; body: string | Uint8Array }
export type HttpQuestion = { method: string; path: string; query: URLSearchParams; body: Buffer }
export type HttpListener = { url: string; close(): Promise<void> }

const MAX_BODY_BYTES = 2 * 1024 * 1024

// Browser wallets call the nodes from pages of another origin.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

/**
 * Serves one local node on 127.0.0.1; port 0 takes a free one.
 * Fails with a plain sentence when the port is taken.
 */
export async function listenOnLoopback(options: {
  port: number
  answer: (question: HttpQuestion) => Promise<HttpAnswer>
  onFault: (fault: unknown) => void
}): Promise<HttpListener> {
  const { port, answer, onFault } = options
  const server = createServer((request, response) => {
    respond(request, answer).then(
      ({ status, contentType, body }) =>
        response.writeHead(status, { ...corsHeaders, 'content-type': contentType }).end(body),
      (fault: unknown) => {
        onFault(fault)
        response.writeHead(500, corsHeaders).end()
      },
    )
  })
  await new Promise<void>((listening, refuse) => {
    server.once('error', (fault: NodeJS.ErrnoException) =>
      refuse(fault.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: stop what listens there.`) : fault),
    )
    server.listen(port, '127.0.0.1', listening)
  })
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

async function respond(
  request: IncomingMessage,
  answer: (question: HttpQuestion) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  if (request.method === 'OPTIONS') return { status: 204, contentType: 'text/plain', body: '' }
  const body = await readBody(request)
  if (body === null) return { status: 413, contentType: 'text/plain', body: `At most ${MAX_BODY_BYTES} bytes.` }
  const url = new URL(request.url ?? '/', 'http://localhost')
  return answer({ method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body })
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
