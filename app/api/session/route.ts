import { application } from '@/lib/compose/running'
import { answerSession, answerSignIn, answerSignOut } from '@/lib/sign-in/http/answer-session-request'

export const GET = async (request: Request): Promise<Response> => answerSession((await application()).sessions, request)
export const POST = async (request: Request): Promise<Response> => answerSignIn((await application()).sessions, request)
export const DELETE = async (request: Request): Promise<Response> =>
  answerSignOut((await application()).sessions, request)
