import { answerRevocation } from '@/lib/gate/sign-in/http/answer-session-request'
import { application } from '@/lib/site/compose/running'

type Context = { params: Promise<{ sessionId: string }> }

export const DELETE = async (request: Request, { params }: Context): Promise<Response> =>
  answerRevocation((await application()).sessions, request, (await params).sessionId)
