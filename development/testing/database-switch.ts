import { connect, createServer, type Server, type Socket } from 'node:net'

/** A route to a database that can be closed, as when its server dies and another one has not taken over yet. */
export async function openDatabaseSwitch(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }
  const databases = new Set<Socket>()
  let isSilent = false
  const server: Server = createServer((client) => {
    keep(client)
    if (isSilent) return
    const database = keep(connect(Number(port), hostname))
    databases.add(database.once('close', () => databases.delete(database)))
    client.pipe(database)
    database.pipe(client, { end: false }).once('close', () => {
      if (!isSilent) client.end()
    })
  })
  const listenAt = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listenAt(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  const through = new URL(url)
  through.port = String(address.port)
  return {
    url: through.href,
    /** Ends every connection, or resets it as the system does for a process that was killed, and refuses new ones. */
    close: (how: 'end' | 'reset' = 'end') =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket[how === 'reset' ? 'resetAndDestroy' : 'destroy']()
      }),
    /** Ends every connection only for the database: the client hears nothing, and new connections get no answer. */
    silence: () => {
      isSilent = true
      for (const database of databases) database.destroy()
    },
    open: async () => {
      if (!server.listening) await listenAt(address.port)
    },
  }
}
