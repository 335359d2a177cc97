import { readCopy } from '../../_server/library'

export async function GET(
  _request: Request,
  { params }: RouteContext<'/library/copies/[paymentId]'>,
): Promise<Response> {
  const copy = await readCopy((await params).paymentId)
  if (!copy) return new Response(null, { status: 404 })
  const headers = new Headers(copy.headers)
  const given = headers.get('content-disposition') ?? 'attachment; filename="copy.html"'
  headers.set('content-disposition', given.replace(/^inline\b/, 'attachment'))
  headers.set('cache-control', 'private, no-store')
  headers.set('vary', 'Cookie')
  return new Response(copy.body, { headers })
}
