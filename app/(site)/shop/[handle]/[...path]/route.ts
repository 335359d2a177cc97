import { pickHeaders } from '@/app/_http/get-inner-page'
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
  const headers = { accept: 'text/html', ...pickHeaders(request.headers, passedHeaders) }
  const answer = await running('shop').storedRoutes.answer(new Request(url, { headers }))
  if (answer.status === 402 && (answer.headers.get('content-type') ?? '').startsWith('text/html')) return asPage(answer)
  await answer.body?.cancel()
  return toGoods
}

const keptHeaders = ['content-type', 'content-security-policy', 'cache-control', 'vary', 'content-language', 'link']

const asPage = ({ body, headers }: Response): Response =>
  new Response(body, { headers: pickHeaders(headers, keptHeaders) })
