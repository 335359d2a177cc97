import { running } from '@/lib/site/compose/running'
import { getInnerPage } from '../../_http/get-inner-page'
import { showBought } from '../../_http/show-bought'
import { answerInMarkdown } from '../../_server/answer-in-markdown'

const answer = async (request: Request): Promise<Response> => {
  const given = await running('shop').storedRoutes.answer(request)
  if (given.ok) return showBought(request, given)
  return showUnsold(request, (await answerInMarkdown(request, given)) ?? given)
}

/** Next.js passes the request on unwrapped, without tracking what is read of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer

const shownCodes = ['not_found', 'route_paused', 'route_suspended', 'route_closed']

/**
 * Replaces a problem at a shop's address by a page, for browsers that asked for one; programs get the problem. Status
 * and headers stay.
 */
async function showUnsold(request: Request, answer: Response): Promise<Response> {
  if (!isProblem(answer)) return answer
  const { code } = (await answer.clone().json()) as { code?: unknown } // Our own problem; its code is looked up next.
  if (typeof code !== 'string' || !shownCodes.includes(code)) return answer
  const shop = new URL(request.url).pathname.split('/')[2] ?? ''
  const query = new URLSearchParams({ code, ...(code === 'not_found' ? {} : { shop }) })
  const page = await getInnerPage(request, `/unsold?${query}`, '')
  if (!page) return answer
  const kept = new Headers(answer.headers)
  kept.delete('content-length')
  for (const [name, value] of page.headers) kept.set(name, value)
  return new Response(page.body, { status: answer.status, headers: kept })
}

const isProblem = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('application/problem+json')
