import { answerLink } from '@/lib/gate/sign-in/http/answer-link-request'
import { running } from '@/lib/site/compose/running'

export const POST = async (request: Request): Promise<Response> => answerLink(running('site').sessions, request)
