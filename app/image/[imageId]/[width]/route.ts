import { imageHeaders } from '../../../_http/image-headers'
import { findTeaserImage } from '../../_server/find-teaser-image'

type Context = { params: Promise<{ imageId: string; width: string }> }

/**
 * An image of a teaser. Caches keep it for minutes alone: it ends to be public with its place in the teaser, with the
 * article's sale, or by an operator's word.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const bytes = await findTeaserImage(await params)
  if (!bytes) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(bytes, { headers: { ...imageHeaders, 'Cache-Control': 'public, max-age=600' } })
}
