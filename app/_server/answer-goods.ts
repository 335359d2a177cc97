import { isPaged } from '@/lib/shop/sellers/routes/kinds'
import { running } from '@/lib/site/compose/running'
import { answerInMarkdown, type GatedAnswer } from './answer-in-markdown'
import { getInnerPage, pickHeaders, withPage } from './get-inner-page'
import { boughtAmong } from './reader'
import { showBought } from './show-bought'
import { readGoods, readMoved } from './shown-goods'

/** Answers for goods at their own address as the gate does, in the form that the caller reads. */
export async function answerGoods(request: Request, ask: GatedAnswer): Promise<Response> {
  const given = await ask(request)
  if (given.ok) return showBought(request, given)
  return showUnsold(request, (await answerInMarkdown(request, given, ask)) ?? given)
}

const askedHeaders = ['cookie', 'accept-language', 'content-security-policy', 'sec-fetch-site', 'user-agent']
const pageHeaders = ['content-type', 'content-security-policy', 'cache-control', 'vary', 'content-language', 'link']

/**
 * The public page of goods that are sold at `path`: what their 402 shows to a browser, with status 200, so that search
 * engines keep it. Nothing is paid, opened or called here: whoever owns the goods is sent to them, and for what has no
 * page everybody is. A path of the seller's earlier site leads to the page of what stood there.
 */
export async function answerPage(request: Request, path: string, ask: GatedAnswer): Promise<Response> {
  const url = new URL(request.url)
  url.pathname = path
  const toGoods = new Response(null, { status: 307, headers: { location: `${url.pathname}${url.search}` } })
  const goods = await readGoods(`${running('site').env.publicOrigin}${path}`)
  const moved = goods ? null : await readMoved(path)
  if (moved) return new Response(null, { status: 301, headers: { location: moved } })
  const hasPage = goods !== null && isPaged(goods.kind)
  if (!hasPage || (await boughtAmong([path])).size > 0) return toGoods
  const headers = { accept: 'text/html', ...pickHeaders(request.headers, askedHeaders) }
  const answer = await ask(new Request(url, { headers }))
  if (answer.status === 402 && (answer.headers.get('content-type') ?? '').startsWith('text/html'))
    return new Response(answer.body, { headers: pickHeaders(answer.headers, pageHeaders) })
  await answer.body?.cancel()
  return toGoods
}

const shownCodes = ['not_found', 'route_paused', 'route_suspended', 'route_closed']

/**
 * Replaces a problem at the address of goods by a page, for browsers that asked for one; programs get the problem.
 * Status and headers stay.
 */
async function showUnsold(request: Request, answer: Response): Promise<Response> {
  if (!isProblem(answer)) return answer
  const { code } = (await answer.clone().json()) as { code?: unknown } // Our own problem; its code is looked up next.
  if (typeof code !== 'string' || !shownCodes.includes(code)) return answer
  const shop = new URL(request.url).pathname.split('/')[2] ?? ''
  const query = new URLSearchParams({ code, ...(code === 'not_found' ? {} : { shop }) })
  const page = await getInnerPage(request, `/unsold?${query}`, '')
  return page ? withPage(answer, page) : answer
}

const isProblem = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('application/problem+json')
