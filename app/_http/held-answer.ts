import { privateHeaders } from '@/lib/base/http/answer-problem'

export function heldAnswer(body: ReadableStream<Uint8Array> | 404 | 503): Response {
  if (body === 404) return new Response(null, { status: 404 })
  if (body === 503)
    return new Response('Another export is being read.', { status: 503, headers: { 'retry-after': '30' } })
  return new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="held.json"',
      ...privateHeaders,
    },
  })
}
