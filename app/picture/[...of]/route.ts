import { notFound } from '@/lib/base/http/not-found'
import { findGoodsSummary } from '../../_server/find-goods-summary'
import { drawPicture } from '../_server/draw-picture'

export const dynamic = 'force-dynamic'

/** The picture that other sites show beside a link to goods. It shows only public facts. */
export async function GET(_request: Request, { params }: RouteContext<'/picture/[...of]'>): Promise<Response> {
  const said = await findGoodsSummary((await params).of)
  if (!said) return notFound()
  const png = await drawPicture(said)
  if (!png) return new Response(null, { status: 503, headers: { 'retry-after': '5' } })
  return new Response(new Uint8Array(png), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}
