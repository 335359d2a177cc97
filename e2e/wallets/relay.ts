import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type WebSocket, WebSocketServer } from 'ws'

type Send = (text: string) => void
type Call = { id: number; method: string; params: { topic: string; topics?: string[]; message?: string; tag?: number } }
type Message = { topic: string; message: string; tag: number; publishedAt: number }
type Listener = { id: string; topic: string; send: Send }

export type Relay = {
  /** Where wallets outside of the browser reach it. */
  url: string
  /** Gives the page this relay in the place of WalletConnect's own, which cannot be reached from tests. */
  serve: (page: Page) => Promise<void>
  stop: () => Promise<void>
}

/**
 * A stand-in for the one part of WalletConnect that cannot be run here: its relay, which passes on messages that it cannot
 * read, and keeps them for those who come later. Client and wallet are WalletConnect's own. Source:
 * specs.walletconnect.com, relay server's JSON-RPC (`irn_…`).
 */
export async function startRelay(): Promise<Relay> {
  let listeners: Listener[] = []
  const kept: Message[] = []
  let count = 0
  const keptFor = (topics: string[]) => kept.filter(({ topic }) => topics.includes(topic))
  const tell = ({ id, send }: Listener, data: Message) => {
    count += 1
    send(JSON.stringify({ id: count, jsonrpc: '2.0', method: 'irn_subscription', params: { id, data } }))
  }
  const subscribe = (topic: string, send: Send) => {
    const listener = { id: `${topic} ${(count += 1)}`, topic, send }
    listeners.push(listener)
    for (const data of keptFor([topic])) tell(listener, data)
    return listener.id
  }
  const answer = ({ method, params: { topic, topics = [], message = '', tag = 0 } }: Call, send: Send): unknown => {
    if (method === 'irn_subscribe') return subscribe(topic, send)
    if (method === 'irn_batchSubscribe') return topics.map((each) => subscribe(each, send))
    if (method === 'irn_batchFetchMessages') return { messages: keptFor(topics), hasMore: false }
    if (method !== 'irn_publish') return true
    const data = { topic, message, tag, publishedAt: Date.now() }
    kept.push(data)
    for (const each of listeners) if (each.topic === topic && each.send !== send) tell(each, data)
    return true
  }
  const join = (send: Send) => ({
    hear(text: string) {
      const call = JSON.parse(text) as Call
      if (call.method) send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result: answer(call, send) }))
    },
    leave() {
      listeners = listeners.filter((each) => each.send !== send)
    },
  })
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket: WebSocket) => {
    const line = join((text) => socket.send(text))
    socket.on('message', (data) => line.hear(String(data))).on('close', line.leave)
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (page) =>
      page.routeWebSocket(/^wss:\/\/relay\.walletconnect\./, (socket) => {
        const line = join((text) => socket.send(text))
        socket.onMessage((data) => line.hear(String(data)))
        socket.onClose(line.leave)
      }),
    stop: async () => {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
