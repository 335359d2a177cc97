import type { Page } from '@playwright/test'
import { type WebSocket, WebSocketServer } from 'ws'

type Send = (text: string) => void
type Call = { id: number; method: string; params: { topic: string; topics?: string[]; message?: string; tag?: number } }

export type Relay = {
  /** Where wallets outside of the browser reach it. */
  url: string
  /** Gives the page this relay in the place of WalletConnect's own, which cannot be reached from tests. */
  serve: (page: Page) => Promise<void>
  stop: () => Promise<void>
}

/**
 * A stand-in for the one part of WalletConnect that cannot be run here: its relay, which passes on messages that it cannot
 * read. Client and wallet are WalletConnect's own. Source: specs.walletconnect.com, relay server's JSON-RPC (`irn_…`).
 */
export async function startRelay(): Promise<Relay> {
  const post = createPost()
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket: WebSocket) => {
    const line = post.join((text) => socket.send(text))
    socket.on('message', (data) => line.hear(String(data)))
    socket.on('close', line.leave)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  return {
    url: `ws://127.0.0.1:${address.port}`,
    serve: (page) =>
      page.routeWebSocket(/^wss:\/\/relay\.walletconnect\./, (socket) => {
        const line = post.join((text) => socket.send(text))
        socket.onMessage((data) => line.hear(String(data)))
        socket.onClose(line.leave)
      }),
    stop: async () => {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes each message to all who listen to its topic, and keeps it for one who comes later. */
function createPost() {
  const listeners = new Map<string, Map<string, Send>>()
  const kept = new Map<string, { topic: string; message: string; tag: number; publishedAt: number }[]>()
  let count = 0

  const tell = (send: Send, subscription: string, data: unknown) => {
    count += 1
    send(JSON.stringify({ id: count, jsonrpc: '2.0', method: 'irn_subscription', params: { id: subscription, data } }))
  }
  const subscribe = (topic: string, send: Send) => {
    const subscription = `${topic} ${(count += 1)}`
    const those = listeners.get(topic) ?? new Map<string, Send>()
    listeners.set(topic, those.set(subscription, send))
    for (const data of kept.get(topic) ?? []) tell(send, subscription, data)
    return subscription
  }
  const publish = ({ topic, message = '', tag = 0 }: Call['params'], from: Send) => {
    const data = { topic, message, tag, publishedAt: Date.now() }
    kept.set(topic, [...(kept.get(topic) ?? []), data])
    for (const [subscription, send] of listeners.get(topic) ?? []) if (send !== from) tell(send, subscription, data)
    return true
  }
  const answer = ({ method, params }: Call, send: Send): unknown => {
    if (method === 'irn_publish') return publish(params, send)
    if (method === 'irn_subscribe') return subscribe(params.topic, send)
    if (method === 'irn_batchSubscribe') return (params.topics ?? []).map((topic) => subscribe(topic, send))
    if (method === 'irn_batchFetchMessages') {
      return { messages: (params.topics ?? []).flatMap((topic) => kept.get(topic) ?? []), hasMore: false }
    }
    return true
  }
  return {
    join(send: Send) {
      return {
        hear(text: string) {
          const call = JSON.parse(text) as Call
          if (call.method) send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result: answer(call, send) }))
        },
        leave() {
          for (const those of listeners.values()) {
            for (const [subscription, each] of those) if (each === send) those.delete(subscription)
          }
        },
      }
    },
  }
}
