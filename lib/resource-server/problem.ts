import { gatedHeaders } from './release'

/** An error answer of the gate as problem+json (RFC 9457), with the gate's cache and CORS headers. */
export function problemResponse(problem: {
  status: number
  code: string
  detail: string
  headers?: Record<string, string>
}): Response {
  const headers = gatedHeaders([])
  headers.set('content-type', 'application/problem+json')
  for (const [name, value] of Object.entries(problem.headers ?? {})) headers.set(name, value)
  const body = { type: 'about:blank', title: titles[problem.status] ?? 'Error', ...pick(problem) }
  return new Response(JSON.stringify(body), { status: problem.status, headers })
}

const pick = ({ status, code, detail }: { status: number; code: string; detail: string }) => ({ status, code, detail })

const titles: Record<number, string> = {
  400: 'Bad Request',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
