import { notFound } from 'next/navigation'
import { imageHeaders } from '@/app/_http/image-headers'
import { readOrNull } from '@/app/(site)/dashboard/_server/dashboard'
import { privateHeaders } from '@/lib/base/http/answer-problem'
import { getImage } from '@/lib/shop/sellers/images/images'

/** An image of the shop's own, for the preview of a text that is not saved yet. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/api/dashboard/images/[imageId]'>,
): Promise<Response> {
  const { imageId } = await params
  const bytes = (await readOrNull((context, actor) => getImage(context, actor, imageId))) ?? notFound()
  return new Response(bytes, { headers: { ...imageHeaders, ...privateHeaders } })
}
