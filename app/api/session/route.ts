import { answerSession, answerSignIn, answerSignOut } from '@/lib/gate/sign-in/http/answer-session-request'
import { application } from '@/lib/site/compose/running'

export const GET = async (request: Request): Promise<Response> => answerSession((await application()).sessions, request)
export const POST = async (request: Request): Promise<Response> => answerSignIn((await application()).sessions, request)
export const DELETE = async (request: Request): Promise<Response> =>
  answerSignOut((await application()).sessions, request)
