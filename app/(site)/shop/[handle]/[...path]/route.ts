import { showUnsold } from '@/app/_http/show-unsold'
import { boughtAmong } from '@/app/_server/reader'
import { running } from '@/lib/site/compose/running'

export const dynamic = 'force-dynamic'

const passedHeaders = ['cookie', 'accept-language', 'content-security-policy', 'sec-fetch-site', 'user-agent']

/**
 * The public page of goods that are sold at `/x/<handle>/<path>`: what its 402 shows to a browser, with status 200, so
 * that search engines keep it. Nothing is paid or opened here: whoever owns the goods is sent to them.
 */
export async function GET(request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/^\/shop\//, '/x/')
  const toGoods = new Response(null, { status: 307, headers: { location: `${url.pathname}${url.search}` } })
  if ((await boughtAmong([url.pathname])).size > 0) return toGoods
  const headers = new Headers({ accept: 'text/html' })
  for (const name of passedHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const asked = new Request(url, { headers })
  const answer = await running('shop').storedRoutes.answer(asked)
  if (answer.ok) {
    await answer.body?.cancel()
    return toGoods
  }
  const isPage = answer.status === 402 && (answer.headers.get('content-type') ?? '').startsWith('text/html')
  return isPage ? asPage(answer) : showUnsold(asked, answer)
}

function asPage(answer: Response): Response {
  const kept = ['content-type', 'content-security-policy', 'cache-control', 'vary', 'content-language', 'link']
  const headers = new Headers()
  for (const name of kept) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(answer.body, { headers })
}
