import { parseEntryId } from '@/app/(site)/bazaar/_components/addresses'
import { running } from '@/lib/site/compose/running'

/** A listed service's icon, from this site. A seller's bytes can be opened here as a page, hence the policy that allows them nothing. */
export async function GET(_request: Request, { params }: RouteContext<'/bazaar/icon/[entryId]'>): Promise<Response> {
  const key = parseEntryId((await params).entryId)
  const icon = key === null ? null : await running('site').catalog.icons.find(key)
  if (icon === null) return new Response(null, { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } })
  return new Response(icon.bytes, {
    headers: {
      'Content-Type': icon.mediaType,
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}
