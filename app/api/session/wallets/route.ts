import { application } from '@/lib/compose/running'
import { answerLink } from '@/lib/sign-in/http/answer-link-request'

export const POST = async (request: Request): Promise<Response> => answerLink((await application()).sessions, request)
