import { type OutgoingHttpHeaders, request } from 'node:http'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends a request whose path and repeated headers arrive exactly as written, while `fetch` would normalise them. */
export function rawRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: OutgoingHttpHeaders } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      answer.on('end', () => {
        const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(flat), body })
      })
    })
    sent.on('error', reject).end()
  })
}
