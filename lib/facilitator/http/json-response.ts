const baseHeaders = { 'Cache-Control': 'no-store' }

export function jsonResponse(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...baseHeaders, ...headers } })
}

export type Problem = { status: number; code: string; detail: string; headers?: Record<string, string> }

/** An error that is no verdict, as problem+json (RFC 9457). `code` is for programs, `detail` for people. */
export function problemResponse({ status, code, detail, headers = {} }: Problem): Response {
  const body = { type: 'about:blank', title: titles[status] ?? 'Error', status, code, detail }
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...baseHeaders, 'Content-Type': 'application/problem+json', ...headers },
  })
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
