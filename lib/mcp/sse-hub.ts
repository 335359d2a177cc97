import { createShares, surfaceLimits } from '@/lib/base/http/limits'
import { openTextStream } from '@/lib/base/http/text-stream'
import type { Database } from '@/lib/base/infra/database'
import { closeStream, openStream, refreshStreams, takeMessages } from './sse-streams'

/** The streams that this process holds. One query finds new messages for all of them. */
export type SseHub = ReturnType<typeof createSseHub>

const POLL_MS = 100
const REFRESH_MS = 3_000
const QUIET_MS = 15_000
const MAX_STREAMS = { total: 500, perCaller: surfaceLimits.mcp.streams }
/** For one slow reader: somewhat more than a tool's largest answer. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024
/** Clients reconnect on their own, and lose nothing by it. */
const MAX_AGE_MS = 60 * 60 * 1000

type Stream = { send: (text: string) => void; end: () => void; openedAt: number; sentAt: number }

/** `fault` receives database errors; the streams stay open and are polled again. */
export function createSseHub(database: Database, fault: (error: unknown) => void) {
  const streams = new Map<string, Stream>()
  const places = createShares(MAX_STREAMS)
  let refreshedAt = 0
  let isRunning = false

  async function run(): Promise<void> {
    while (streams.size > 0) {
      await turn().catch(fault)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    isRunning = false
  }

  async function turn(): Promise<void> {
    const now = Date.now()
    const ids = [...streams.keys()]
    if (now - refreshedAt > REFRESH_MS) {
      refreshedAt = now
      await refreshStreams(database, ids)
    }
    for (const { streamId, body } of await takeMessages(database, ids)) {
      streams.get(streamId)?.send(`event: message\ndata: ${body}\n\n`)
    }
    for (const stream of streams.values()) {
      if (now - stream.openedAt > MAX_AGE_MS) stream.end()
      else if (now - stream.sentAt > QUIET_MS) stream.send(': still here\n\n')
    }
  }

  return {
    /** Opens a stream, whose first event names the address for messages; null when too many are open. */
    async open(messagesPath: string, { signal, caller }: { signal: AbortSignal; caller: string }) {
      const leave = places.take(caller)
      if (!leave) return null
      const id = await openStream(database).catch((error: unknown) => {
        leave()
        throw error
      })
      const { stream, send, end } = openTextStream({
        signal,
        maxBytes: MAX_WAITING_BYTES,
        onEnd: () => {
          leave()
          streams.delete(id)
          void closeStream(database, id).catch(fault)
        },
      })
      const entry: Stream = { openedAt: Date.now(), sentAt: Date.now(), end, send: (text) => note(entry, send(text)) }
      streams.set(id, entry)
      // Gone already: `onEnd` has been called before the stream was held.
      if (signal.aborted) streams.delete(id)
      entry.send(`event: endpoint\ndata: ${messagesPath}?sessionId=${id}\n\n`)
      if (!isRunning) {
        isRunning = true
        void run()
      }
      return stream
    },
  }
}

function note(entry: Stream, isSent: boolean): void {
  if (isSent) entry.sentAt = Date.now()
}
