import { answerPage } from '@/app/_server/answer-goods'
import { running } from '@/lib/site/compose/running'

export const dynamic = 'force-dynamic'

/** The page of goods that are sold at `/x/<handle>/<path>`. */
export const GET = (request: Request): Promise<Response> =>
  answerPage(request, new URL(request.url).pathname.replace(/^\/shop\//, '/x/'), (asked) =>
    running('shop').storedRoutes.answer(asked),
  )
