import { answerLink } from '@/lib/compose/answer-link-request'
import { application } from '@/lib/compose/application'

export const POST = async (request: Request): Promise<Response> => answerLink(await application(), request)
