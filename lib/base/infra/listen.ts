import pg from 'pg'

const PATIENCE_MS = 10_000

/** Wait before the first try to reconnect; longer each time, up to the last. */
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000

export type Channel = {
  channel: string
  onMessage: (message: string) => void
  /** Notifications may have been missed, as after each new connection. */
  onMissed: () => void
}

export type Listening = Channel & {
  /** Address of the server itself: a pooler in transaction mode passes no notifications on. */
  url: string
  onError: (error: unknown) => void
}

/** Receives the notifications of a channel, over one connection of its own, which is made again when it is lost. */
export function listen({ url, channel, onMessage, onMissed, onError }: Listening): { stop: () => Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isStopped = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      application_name: 'turnpike listener',
    })
    client = next
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('The connection that hears of changes has ended.')))
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      waitMs = FIRST_WAIT_MS
      onMissed()
    } catch (error) {
      lost(next, error)
    }
  }

  function lost(which: pg.Client, error: unknown): void {
    if (isStopped || which !== client) return
    client = null
    onError(error)
    void which.end().catch(() => undefined)
    timer = setTimeout(() => void connect(), waitMs).unref()
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  void connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
