import { callerOf } from '@/lib/base/http/caller-mark'
import { createShares } from '@/lib/base/http/shares'
import { surfaceLimits } from '@/lib/base/http/surface-limits'
import { openTextStream } from '@/lib/base/http/text-stream'
import type { Database } from '@/lib/base/infra/database'
import { type CatalogNews, latestNewsId, newsAfter } from '../ingest/events'

const POLL_MS = 1_000
const HEARTBEAT_MS = 15_000
const MAX_WAITING_BYTES = 256 * 1024

const places = createShares({ total: 200, perCaller: surfaceLimits.discovery.streams })

/**
 * Server-sent events: `added`, `changed`, `gone`, each with key and resource. A reader that comes back with
 * `Last-Event-ID` misses nothing of the last week. Null when too many are reading, in all or from one address.
 */
export async function eventStream(database: Database, request: Request): Promise<ReadableStream<Uint8Array> | null> {
  const leave = places.take(callerOf(request.headers))
  if (!leave) return null
  try {
    const lastId = request.headers.get('last-event-id')
    const afterId = lastId !== null && /^\d{1,18}$/.test(lastId) ? BigInt(lastId) : await latestNewsId(database)
    return follow({ database, afterId, signal: request.signal, onEnd: leave })
  } catch (error) {
    leave()
    throw error
  }
}

function follow(parts: { database: Database; afterId: bigint; signal: AbortSignal; onEnd: () => void }) {
  const { database, signal, onEnd } = parts
  let { afterId } = parts
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  let quietSince = Date.now()
  const { stream, send, end } = openTextStream({
    signal,
    maxBytes: MAX_WAITING_BYTES,
    onEnd: () => {
      isOpen = false
      clearTimeout(timer)
      onEnd()
    },
  })
  const say = (text: string) => {
    if (send(text)) quietSince = Date.now()
  }
  const poll = async () => {
    for (const news of await newsAfter(database, afterId)) {
      afterId = news.id
      say(toEvent(news))
    }
    if (Date.now() - quietSince > HEARTBEAT_MS) say(': still here\n\n')
    if (isOpen) timer = setTimeout(() => void poll().catch(end), POLL_MS)
  }
  if (!isOpen) return stream
  say('retry: 3000\n\n')
  void poll().catch(end)
  return stream
}

const toEvent = ({ id, kind, key, resource, happenedAt }: CatalogNews): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify({ key, resource, happenedAt })}\n\n`
