import { boughtAmong } from '@/app/_server/reader'
import { readGoods } from '@/app/_server/shown-goods'
import { isPaged } from '@/lib/shop/sellers/routes/kinds'
import { running } from '@/lib/site/compose/running'

export const dynamic = 'force-dynamic'

const passedHeaders = ['cookie', 'accept-language', 'content-security-policy', 'sec-fetch-site', 'user-agent']

/**
 * The public page of goods that are sold at `/x/<handle>/<path>`: what its 402 shows to a browser, with status 200, so
 * that search engines keep it. Nothing is paid, opened or called here: whoever owns the goods is sent to them, and for
 * what has no page everybody is.
 */
export async function GET(request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/^\/shop\//, '/x/')
  const toGoods = new Response(null, { status: 307, headers: { location: `${url.pathname}${url.search}` } })
  const goods = await readGoods(`${running('site').env.publicOrigin}${url.pathname}`)
  const hasPage = goods !== null && isPaged(goods.kind)
  if (!hasPage || (await boughtAmong([url.pathname])).size > 0) return toGoods
  const headers = new Headers({ accept: 'text/html' })
  for (const name of passedHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const answer = await running('shop').storedRoutes.answer(new Request(url, { headers }))
  if (answer.status === 402 && (answer.headers.get('content-type') ?? '').startsWith('text/html')) return asPage(answer)
  await answer.body?.cancel()
  return toGoods
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
