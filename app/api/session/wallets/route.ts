import { answerLink } from '@/lib/gate/sign-in/http/answer-link-request'
import { application } from '@/lib/site/compose/running'

export const POST = async (request: Request): Promise<Response> => answerLink((await application()).sessions, request)
