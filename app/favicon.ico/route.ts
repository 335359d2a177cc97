import { siteFacts } from '../_server/site-facts'

export const dynamic = 'force-dynamic'

/** For programs that request a site's icon without reading a page of it. */
export async function GET(): Promise<Response> {
  const { mark } = siteFacts()
  return new Response(null, { status: 307, headers: { location: mark ?? '/icon.svg' } })
}
