import { imageHeaders } from '@/app/_http/image-headers'
import { readPublicImage } from '../../_server/read-public-image'

type Context = { params: Promise<{ imageId: string; width: string }> }

/**
 * An image of a teaser or the picture of a shop. Caches keep it for minutes alone: it ends to be public with its place
 * there, with the article's sale, or by an operator's word.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const bytes = await readPublicImage(await params)
  if (!bytes) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(bytes, { headers: { ...imageHeaders, 'Cache-Control': 'public, max-age=600' } })
}
