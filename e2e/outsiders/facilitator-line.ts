import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The way to a facilitator, which can be cut and mended, and can keep what comes back. */
export type FacilitatorLine = {
  url: string
  cut: () => Promise<void>
  mend: () => Promise<void>
  /**
   * Keeps answers about settlements of that payer from now on, until what it returns is called; `isKeeping` says whether
   * it has one. Others pay there too: a bazaar tries what it lists.
   */
  hold: (payer: string) => { isKeeping: () => boolean; letGo: () => void }
}

/** A server that passes every request on to the facilitator at `target`; when cut, its port is closed. */
export async function startFacilitatorLine(target: string): Promise<FacilitatorLine> {
  let held: { payer: string; count: number; until: Promise<void> } | null = null
  const keep = async (path: string, body: string) => {
    if (!held || !path.endsWith('/settle') || !body.toLowerCase().includes(held.payer)) return
    held.count += 1
    await held.until
  }
  const serve = () => createServer((request, response) => void passOn({ target, keep, request, response }))
  let server = serve()
  const port = await listen(server, 0)
  return {
    url: `http://127.0.0.1:${port}`,
    cut: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    mend: async () => {
      server = serve()
      await listen(server, port)
    },
    hold: (payer) => {
      let letGo = () => {}
      const mine = { payer: payer.toLowerCase(), count: 0, until: new Promise<void>((resolve) => (letGo = resolve)) }
      held = mine
      return {
        isKeeping: () => mine.count > 0,
        letGo: () => {
          held = null
          letGo()
        },
      }
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

type Passing = {
  target: string
  keep: (path: string, body: string) => Promise<void>
  request: IncomingMessage
  response: ServerResponse
}

async function passOn({ target, keep, request, response }: Passing): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { method = 'GET', url = '' } = request
  const body = Buffer.concat(parts)
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: method === 'GET' ? null : body,
  })
  await keep(url, body.toString())
  const extensions = answer.headers.get('extension-responses')
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    ...(extensions === null ? {} : { 'extension-responses': extensions }),
  })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
