import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The way to a facilitator, which can be cut and mended, and can keep what comes back. */
export type FacilitatorLine = {
  url: string
  cut: () => Promise<void>
  mend: () => Promise<void>
  /**
   * Keeps answers about settlements of that payer from now on, until `letGo` is called; `isKeeping` says whether it has
   * one. Others pay there too: a bazaar tries what it lists.
   */
  hold: (payer: string) => { isKeeping: () => boolean; letGo: () => void }
}

/** A server that passes every request on to the facilitator at `target`; when cut, its port is closed. */
export async function startFacilitatorLine(target: string): Promise<FacilitatorLine> {
  let held: { payer: string; isKeeping: boolean; until: Promise<void> } | null = null
  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '' } = request
    const body = await text(request)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${target}${url}`, { method, headers, body: method === 'GET' ? null : body })
    if (held && url.endsWith('/settle') && body.toLowerCase().includes(held.payer)) {
      held.isKeeping = true
      await held.until
    }
    const extensions = answer.headers.get('extension-responses')
    response.writeHead(answer.status, { ...headers, ...(extensions && { 'extension-responses': extensions }) })
    response.end(await answer.text())
  }
  const listen = async (port: number) => {
    const listening = createServer((request, response) => void passOn(request, response))
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
    return listening
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    cut: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    mend: async () => {
      server = await listen(port)
    },
    hold: (payer) => {
      let end = () => {}
      const mine = {
        payer: payer.toLowerCase(),
        isKeeping: false,
        until: new Promise<void>((resolve) => (end = resolve)),
      }
      held = mine
      const letGo = () => {
        held = null
        end()
      }
      return { isKeeping: () => mine.isKeeping, letGo }
    },
  }
}
