import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_TURNS = 4

/** More than connections wait at once (511), each with its request. */
const MOST_TURNS = 2_000

export type OpenAnswers = ReturnType<typeof createOpenAnswers>

/**
 * Counts what a server has to answer, so that it can end without leaving a request unanswered. Node.js's own `close` of
 * a server cuts three kinds of connections: those that wait to be accepted (it accepts one in each turn of its loop, so
 * many wait while it is busy), those whose request was not read yet, and those whose answer is still being sent.
 */
export function createOpenAnswers() {
  const servers = new Set<Server>()
  const open = new Set<ServerResponse>()
  let isClosing = false
  let emptied = () => {}
  let seen = 0

  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  return {
    watch(server: Server): void {
      servers.add(server)
      server.on('connection', () => void (seen += 1))
    },
    add(response: ServerResponse): void {
      seen += 1
      open.add(response)
      if (isClosing) sayLast(response)
      response.once('close', () => {
        open.delete(response)
        if (open.size === 0) emptied()
      })
    },
    count: () => open.size,
    /** Takes no new connections. Open ones stay until their next answer. */
    async close(): Promise<void> {
      await readWhatHasCome()
      isClosing = true
      for (const response of open) sayLast(response)
      // The method of the class below: that of the HTTP server would cut connections too.
      for (const server of servers) NetServer.prototype.close.call(server)
    },
    async answered(): Promise<void> {
      do {
        if (open.size > 0) await new Promise<void>((resolve) => (emptied = resolve))
        await readWhatHasCome()
      } while (open.size > 0)
    },
  }

  /** Resolves after some turns of the loop without a new connection or request. */
  async function readWhatHasCome(): Promise<void> {
    let quiet = 0
    for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn += 1) {
      const before = seen
      await nextTurn()
      quiet = seen === before ? quiet + 1 : 0
    }
  }
}
