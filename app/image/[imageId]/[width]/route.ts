import { imageHeaders } from '@/app/_server/image-headers'
import { readPublicImage } from '@/app/_server/shown-goods'

/**
 * An image of a teaser or the picture of a shop. Caches keep it only for minutes: it stops being public when it is
 * removed there, when the article's sale ends, or when an operator suspends it.
 */
export async function GET(_request: Request, { params }: RouteContext<'/image/[imageId]/[width]'>): Promise<Response> {
  const bytes = await readPublicImage(await params)
  if (!bytes) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(bytes, { headers: { ...imageHeaders, 'Cache-Control': 'public, max-age=600' } })
}
