import { answerRevocation } from '@/lib/gate/sign-in/http/answer-session-request'
import { running } from '@/lib/site/compose/running'

export const DELETE = async (
  request: Request,
  { params }: RouteContext<'/api/session/[sessionId]'>,
): Promise<Response> => answerRevocation(running('site').sessions, request, (await params).sessionId)
