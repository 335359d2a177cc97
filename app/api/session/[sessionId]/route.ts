import { application } from '@/lib/compose/running'
import { answerRevocation } from '@/lib/sign-in/http/answer-session-request'

type Context = { params: Promise<{ sessionId: string }> }

export const DELETE = async (request: Request, { params }: Context): Promise<Response> =>
  answerRevocation((await application()).sessions, request, (await params).sessionId)
