import { connect } from 'node:net'
import type { FuzzRequest } from './build-request'

export type RawOutcome =
  | { kind: 'answer'; status: number; hasRetryAfter: boolean; elapsedMs: number }
  /** The server closed the connection without an answer, as HTTP parsers do with invalid requests. */
  | { kind: 'closed' }
  | { kind: 'refused' }
  | { kind: 'hang' }

/** Line ends would end the header; everything else is sent unchanged. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]/g, ' ')

/** The bytes of the request; texts beyond Latin-1 are sent as UTF-8. */
function toBytes({ method, target, headers, body }: FuzzRequest, host: string): Buffer {
  const lines = [
    `${oneLine(method)} ${oneLine(target).replaceAll(' ', '%20')} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${oneLine(value)}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
}

/** Sends the bytes and reads until the head of the answer is there and its body ends; streams are left after the head. */
export function sendRaw(origin: URL, request: FuzzRequest, timeoutMs: number): Promise<RawOutcome> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let head = ''
    const socket = connect({ host: origin.hostname, port: Number(origin.port), timeout: timeoutMs })
    const end = (outcome: RawOutcome) => {
      socket.destroy()
      resolve(outcome)
    }
    const answered = (): RawOutcome => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
      const elapsedMs = performance.now() - startedAt
      return status === 0
        ? { kind: 'closed' }
        : { kind: 'answer', status, hasRetryAfter: /\r\nretry-after:/i.test(head), elapsedMs }
    }
    const isHeadRead = () => head.includes('\r\n\r\n')
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (!isHeadRead()) head += chunk
      if (isHeadRead() && /\r\ncontent-type: text\/event-stream/i.test(head)) end(answered())
    })
    socket.on('close', () => end(answered()))
    socket.on('timeout', () => end(isHeadRead() ? answered() : { kind: 'hang' }))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? { kind: 'refused' } : answered()),
    )
    socket.write(toBytes(request, origin.host))
  })
}
