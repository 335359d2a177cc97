import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = { to: string[]; raw: string; headers: Map<string, string>; text: string; html: string }

/** A real mail server on this machine that keeps its messages. Addresses beginning with `nobody` are refused. */
export async function startMailServer(onMail: (mail: ReceivedMail) => void = () => {}) {
  const received: ReceivedMail[] = []
  const open = (port: number) =>
    new Promise<SMTPServer>((resolve, reject) => {
      const server = new SMTPServer({
        disabledCommands: ['AUTH', 'STARTTLS'],
        onRcptTo: ({ address }, _session, done) =>
          address.startsWith('nobody') ? done(Object.assign(new Error('No such user'), { responseCode: 550 })) : done(),
        onData(stream, session, done) {
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            const to = session.envelope.rcptTo.map(({ address }) => address)
            const mail = { to, ...readMail(Buffer.concat(parts).toString('utf8')) }
            received.push(mail)
            onMail(mail)
            done()
          })
        },
      })
      server.on('error', reject)
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await open(0)
  const { port } = server.server.address() as AddressInfo // It listens on TCP.
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Takes no connection until `up`, which listens at the same port again. */
    down: () => new Promise<void>((resolve) => server.close(() => resolve())),
    up: async () => {
      server = await open(port)
    },
  }
}

function readMail(raw: string): Omit<ReceivedMail, 'to'> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  // A line of a token may begin with two hyphens too.
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(head) ?? []
  const parts = raw.split(`--${boundary}`).map((each) => each.split('\r\n\r\n'))
  const part = (type: string) => {
    const [partHead = '', ...body] = parts.find(([each = '']) => each.includes(`Content-Type: ${type}`)) ?? []
    return decode(body.join('\r\n\r\n'), partHead)
  }
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
  )
  return { raw, headers, text: part('text/plain'), html: part('text/html') }
}

function decode(body: string, head: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
