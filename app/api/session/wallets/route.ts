import { application } from '@/lib/compose/application'
import { answerLink } from '@/lib/sign-in/http/answer-link-request'

export const POST = async (request: Request): Promise<Response> => answerLink((await application()).sessions, request)
