import { running } from '@/lib/site/compose/running'
import { answerGoods } from '../../_server/answer-goods'

const answer = (request: Request): Promise<Response> =>
  answerGoods(request, (asked) => running('shop').storedRoutes.answer(asked))

/** Next.js passes the request on unwrapped, without tracking what is read of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
