import { running } from '@/lib/site/compose/running'

export const dynamic = 'force-dynamic'

const PREFIX = '/library/save'
/** Headers that pay or sign in: neither happens here. */
const proofs = ['payment-signature', 'x-payment', 'sign-in-with-x']

/**
 * Goods of a shop as a file to save, for a browser whose reader the gate lets in; the gate is asked as at the goods'
 * own URL. Readers who have not bought them are redirected there.
 */
export async function GET(request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(PREFIX.length)
  if (!url.pathname.startsWith('/x/')) return new Response(null, { status: 404 })
  const headers = new Headers(request.headers)
  headers.set('accept', '*/*')
  for (const name of proofs) headers.delete(name)
  const answer = await running('site').storedRoutes.answer(new Request(url, { headers }))
  if (answer.status !== 200) return new Response(null, { status: 303, headers: { location: url.pathname } })
  const kept = new Headers(answer.headers)
  kept.set('content-disposition', dispositionOf(kept.get('content-disposition'), url.pathname))
  return new Response(answer.body, { headers: kept })
}

/** The file name is the seller's, else the last part of the address. */
function dispositionOf(given: string | null, pathname: string): string {
  if (given !== null) return given.replace(/^inline\b/, 'attachment')
  const name = (pathname.split('/').at(-1) ?? '').replace(/[^\w.-]+/g, '-')
  return `attachment; filename="${name || 'content'}.html"`
}
