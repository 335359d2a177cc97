import { readCopy } from '../../_server/library'

export async function GET(
  request: Request,
  { params }: RouteContext<'/library/copies/[paymentId]'>,
): Promise<Response> {
  const isMarkdown = new URL(request.url).searchParams.get('as') === 'markdown'
  const copy = await readCopy((await params).paymentId, isMarkdown ? 'text/markdown' : 'text/html')
  if (!copy) return new Response(null, { status: 404 })
  const headers = new Headers(copy.headers)
  headers.set('content-disposition', (headers.get('content-disposition') ?? '').replace(/^inline\b/, 'attachment'))
  headers.set('cache-control', 'private, no-store')
  headers.set('vary', 'Cookie')
  return new Response(copy.body, { headers })
}
