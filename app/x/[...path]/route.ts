import { running } from '@/lib/site/compose/running'
import { showBought } from '../../_http/show-bought'
import { showUnsold } from '../../_http/show-unsold'
import { answerInMarkdown } from '../../_server/answer-in-markdown'

const answer = async (request: Request): Promise<Response> => {
  const given = await running('shop').storedRoutes.answer(request)
  if (given.ok) return showBought(request, given)
  return (await answerInMarkdown(request, given)) ?? showUnsold(request, given)
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
