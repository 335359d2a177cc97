import { answerRevocation } from '@/lib/gate/sign-in/http/answer-session-request'
import { running } from '@/lib/site/compose/running'

type Context = { params: Promise<{ sessionId: string }> }

export const DELETE = async (request: Request, { params }: Context): Promise<Response> =>
  answerRevocation(running('site').sessions, request, (await params).sessionId)
