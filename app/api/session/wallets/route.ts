import { answerLink } from '@/lib/compose/answer-session-request'
import { application } from '@/lib/compose/application'

export const POST = async (request: Request): Promise<Response> => answerLink(await application(), request)
