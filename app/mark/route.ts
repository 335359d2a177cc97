import { notFound } from '@/lib/base/http/problem'
import { running } from '@/lib/site/compose/running'

/** The site's own picture. Its URL contains its digest, so browsers cache it; opened directly it runs nothing. */
export async function GET(): Promise<Response> {
  const { mark } = running('site')
  if (!mark) return notFound()
  return new Response(mark.bytes, {
    headers: {
      'content-type': mark.mediaType,
      'cache-control': 'public, max-age=604800',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}
