import { imageHeaders } from '@/app/_server/image-headers'
import { readImage } from '@/app/(site)/dashboard/_server/dashboard'
import { privateHeaders } from '@/lib/base/http/problem'

/** An image of the shop's own, for the preview of a text that is not saved yet. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/api/dashboard/images/[imageId]'>,
): Promise<Response> {
  const bytes = await readImage((await params).imageId)
  return new Response(bytes, { headers: { ...imageHeaders, ...privateHeaders } })
}
