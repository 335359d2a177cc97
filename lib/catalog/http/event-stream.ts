import type { Database } from '@/lib/infra/database'
import { latestNewsId, newsAfter, type CatalogNews } from '../events'

const POLL_MS = 1_000
const HEARTBEAT_MS = 15_000
const MAX_STREAMS = 200

let open = 0

/**
 * Server-sent events: `added`, `changed`, `gone`, each with key and resource. A reader that comes back with
 * `Last-Event-ID` misses nothing of the last week. Null when too many are reading.
 */
export async function eventStream(database: Database, request: Request): Promise<ReadableStream<Uint8Array> | null> {
  if (open >= MAX_STREAMS) return null
  const lastId = request.headers.get('last-event-id')
  let afterId = lastId !== null && /^\d{1,18}$/.test(lastId) ? BigInt(lastId) : await latestNewsId(database)
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    open -= 1
    clearTimeout(timer)
  }
  open += 1
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let quietSince = Date.now()
      const send = (text: string) => {
        controller.enqueue(encoder.encode(text))
        quietSince = Date.now()
      }
      const finish = () => {
        if (isClosed) return
        close()
        controller.close()
      }
      const poll = async () => {
        for (const news of await newsAfter({ database, afterId })) {
          afterId = news.id
          if (!isClosed) send(toEvent(news))
        }
        if (!isClosed && Date.now() - quietSince > HEARTBEAT_MS) send(': still here\n\n')
        if (!isClosed) timer = setTimeout(() => void poll().catch(finish), POLL_MS)
      }
      // Hung up while the news were looked up: nothing will tell of it again.
      if (request.signal.aborted) return finish()
      request.signal.addEventListener('abort', finish, { once: true })
      send('retry: 3000\n\n')
      void poll().catch(finish)
    },
    cancel: close,
  })
}

const toEvent = ({ id, kind, key, resource, happenedAt }: CatalogNews): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify({ key, resource, happenedAt })}\n\n`
