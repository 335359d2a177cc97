import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a database that can be closed, as when its server dies and another one has not taken over yet. */
export type DatabaseSwitch = {
  /** The same database, through this way. */
  url: string
  /** Ends every connection, or resets it as the system does for a process that was killed, and refuses new ones. */
  close: (how?: 'end' | 'reset') => Promise<void>
  open: () => Promise<void>
}

/** Opens a way through a port of its own. */
export async function openDatabaseSwitch(url: string): Promise<DatabaseSwitch> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }
  const server: Server = createServer((client) => {
    const database = keep(connect(Number(port), hostname))
    keep(client).pipe(database).pipe(client)
  })
  const listenAt = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listenAt(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  const through = new URL(url)
  through.port = String(address.port)
  return {
    url: through.href,
    close: (how = 'end') =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket[how === 'reset' ? 'resetAndDestroy' : 'destroy']()
      }),
    open: async () => {
      if (!server.listening) await listenAt(address.port)
    },
  }
}
