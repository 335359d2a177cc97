import { type ServedFetch, serveFetch } from './serve-fetch'

type Stored = { request: Headers; vary: string[]; status: number; headers: [string, string][]; body: ArrayBuffer }

/**
 * A shared cache before a site, like a CDN: stores answers that allow shared storage (RFC 9111), and knows payment
 * headers only from `Vary`.
 */
export function startSharedCache(target: string): Promise<ServedFetch> {
  const stored = new Map<string, Stored[]>()
  return serveFetch(async (request) => {
    const { pathname, search } = new URL(request.url)
    const found = stored.get(pathname + search)?.find((entry) => isSelected(entry, request.headers))
    if (found) return new Response(found.body, { status: found.status, headers: found.headers })
    const { headers } = request
    const answer = await fetch(target + pathname + search, { method: request.method, headers: withoutHost(headers) })
    const body = await answer.arrayBuffer()
    const kept = [...answer.headers].filter(([name]) => !['transfer-encoding', 'content-encoding'].includes(name))
    if (request.method === 'GET' && isKeptForAll(answer)) {
      const vary = (answer.headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase())
      const entry = { request: headers, vary: vary.filter(Boolean), status: answer.status, headers: kept, body }
      stored.set(pathname + search, [...(stored.get(pathname + search) ?? []), entry])
    }
    return new Response(body, { status: answer.status, headers: kept })
  })
}

const isSelected = ({ vary, request }: Stored, headers: Headers) =>
  vary.every((name) => request.get(name) === headers.get(name))

function isKeptForAll(answer: Response): boolean {
  const directives = (answer.headers.get('cache-control') ?? '').toLowerCase().split(/\s*,\s*/)
  const forbids = directives.includes('private') || directives.includes('no-store')
  return answer.status === 200 && !forbids && directives.some((one) => one === 'public' || one.startsWith('s-maxage='))
}

function withoutHost(headers: Headers): Headers {
  const sent = new Headers(headers)
  for (const name of ['host', 'connection', 'accept-encoding']) sent.delete(name)
  return sent
}
