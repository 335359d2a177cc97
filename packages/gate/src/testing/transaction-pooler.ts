import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A pooler whose clients get a server's connection for one transaction, and then perhaps another. */
export type TransactionPooler = { url: string; stop: () => Promise<void> }

/** A logged-in connection to the server, and the client that has it now. */
type Backend = { stream: Socket; unread: Buffer; holder: Client | null }
type Client = { socket: Socket; unread: Buffer; hasStarted: boolean; backend: Backend | null; unanswered: number }

const SSL_REQUEST = 80_877_103

/**
 * Pools connections to the database at `url` as PgBouncer does in transaction mode: a setting stays with the server's
 * connection, for the next client.
 */
export async function startTransactionPooler(url: string, size: number): Promise<TransactionPooler> {
  const clients = new Set<Client>()
  const waiting: Client[] = []
  const logins = await Promise.all(Array.from({ length: size }, () => logIn(url)))
  const backends = logins.map(({ stream }): Backend => ({ stream, unread: Buffer.alloc(0), holder: null }))
  for (const backend of backends) backend.stream.on('data', (bytes: Buffer) => fromServer(backend, bytes))

  function fromServer(backend: Backend, bytes: Buffer): void {
    const { holder } = backend
    holder?.socket.write(bytes)
    const [messages, rest] = split(Buffer.concat([backend.unread, bytes]))
    backend.unread = rest
    for (const message of messages) {
      if (message.type !== 'Z' || holder === null) continue
      holder.unanswered -= 1
      if (message.body.toString() === 'I' && holder.unanswered === 0) release(backend, holder)
    }
  }

  function release(backend: Backend, holder: Client): void {
    holder.backend = null
    backend.holder = null
    // In turn, so that no transaction meets the settings of its client's last one, and each those of others.
    backends.push(...backends.splice(backends.indexOf(backend), 1))
    const next = waiting.shift()
    if (next) forward(next)
  }

  function forward(client: Client): void {
    const [messages, rest] = split(client.unread)
    if (messages.length === 0) return
    const backend = client.backend ?? backends.find(({ holder }) => holder === null)
    if (!backend) {
      if (!waiting.includes(client)) waiting.push(client)
      return
    }
    if (messages.some(({ type }) => type === 'X')) return void client.socket.end()
    client.backend = backend
    backend.holder = client
    client.unanswered += messages.filter(({ type }) => type === 'Q' || type === 'S').length
    backend.stream.write(client.unread.subarray(0, client.unread.length - rest.length))
    client.unread = rest
  }

  const server = createServer((socket) => {
    const client: Client = { socket, unread: Buffer.alloc(0), hasStarted: false, backend: null, unanswered: 0 }
    clients.add(client)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => clients.delete(client))
    socket.on('data', (bytes) => {
      client.unread = Buffer.concat([client.unread, bytes])
      if (!client.hasStarted) start(client)
      else forward(client)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = new URL(url)
  here.port = String((server.address() as AddressInfo).port)
  here.searchParams.set('pgbouncer', 'true')
  return {
    url: here.href,
    async stop() {
      server.close()
      for (const { socket } of clients) socket.destroy()
      for (const { stream } of logins) stream.destroy()
    },
  }
}

/** Logs in with the driver, and takes its socket. */
async function logIn(connectionString: string): Promise<{ stream: Socket }> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return { stream }
}

function start(client: Client): void {
  const { socket, unread } = client
  if (unread.length < 8 || unread.length < unread.readInt32BE(0)) return
  const length = unread.readInt32BE(0)
  client.unread = unread.subarray(length)
  if (unread.readInt32BE(4) === SSL_REQUEST) return void socket.write('N')
  client.hasStarted = true
  socket.write(
    Buffer.concat([
      pack('R', Buffer.alloc(4)),
      pack('S', Buffer.from('client_encoding\0UTF8\0')),
      pack('K', Buffer.alloc(8)),
      pack('Z', Buffer.from('I')),
    ]),
  )
}

function pack(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Whole messages, and the beginning of the next. */
function split(bytes: Buffer): [{ type: string; body: Buffer }[], Buffer] {
  const messages: { type: string; body: Buffer }[] = []
  let at = 0
  while (bytes.length >= at + 5 && bytes.length >= at + 1 + bytes.readInt32BE(at + 1)) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    messages.push({ type: bytes.toString('latin1', at, at + 1), body: bytes.subarray(at + 5, end) })
    at = end
  }
  return [messages, bytes.subarray(at)]
}
