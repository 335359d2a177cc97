import type { Database } from '@/lib/infra/database'
import { closeStream, openStream, refreshStreams, takeMessages } from './sse-streams'

/** The streams that this process holds. One query finds what is new for all of them, however many there are. */
export type SseHub = {
  /** Opens a stream whose first event names the address for messages; null when too many are open. */
  open: (messagesPath: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>
}

const POLL_MS = 100
const REFRESH_MS = 3_000
const QUIET_MS = 15_000
const MAX_STREAMS = 500
/** Clients connect again by themselves, and lose nothing by it. */
const MAX_AGE_MS = 60 * 60 * 1000

type Held = { send: (text: string) => void; end: () => void; openedAt: number; sentAt: number }

/** `fault` is told of a database that does not answer; the streams stay open and are asked for again. */
export function createSseHub(database: Database, fault: (error: unknown) => void): SseHub {
  const held = new Map<string, Held>()
  let refreshedAt = 0
  let isRunning = false

  async function run(): Promise<void> {
    while (held.size > 0) {
      await turn().catch(fault)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    isRunning = false
  }

  async function turn(): Promise<void> {
    const now = Date.now()
    const ids = [...held.keys()]
    if (now - refreshedAt > REFRESH_MS) {
      refreshedAt = now
      await refreshStreams(database, ids)
    }
    for (const { streamId, body } of await takeMessages(database, ids)) {
      held.get(streamId)?.send(`event: message\ndata: ${body}\n\n`)
    }
    for (const stream of held.values()) {
      if (now - stream.openedAt > MAX_AGE_MS) stream.end()
      else if (now - stream.sentAt > QUIET_MS) stream.send(': still here\n\n')
    }
  }

  return {
    async open(messagesPath, signal) {
      if (held.size >= MAX_STREAMS) return null
      const id = await openStream(database)
      const stream = holdStream(`event: endpoint\ndata: ${messagesPath}?sessionId=${id}\n\n`, signal, {
        opened: (entry) => held.set(id, entry),
        closed: () => {
          held.delete(id)
          void closeStream(database, id).catch(fault)
        },
      })
      if (!isRunning) {
        isRunning = true
        void run()
      }
      return stream
    },
  }
}

function holdStream(
  first: string,
  signal: AbortSignal,
  life: { opened: (held: Held) => void; closed: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isOpen = true
  const close = () => {
    if (isOpen) life.closed()
    isOpen = false
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const held: Held = {
        openedAt: Date.now(),
        sentAt: Date.now(),
        send: (text) => {
          if (!isOpen) return
          controller.enqueue(encoder.encode(text))
          held.sentAt = Date.now()
        },
        end: () => {
          if (!isOpen) return
          close()
          controller.close()
        },
      }
      life.opened(held)
      held.send(first)
      // Who went away while the stream was being noted is heard of no more.
      if (signal.aborted) held.end()
      else signal.addEventListener('abort', held.end, { once: true })
    },
    cancel: close,
  })
}
