import { answerSession, answerSignIn, answerSignOut } from '@/lib/gate/sign-in/http/answer-session-request'
import { running } from '@/lib/site/compose/running'

export const GET = async (request: Request): Promise<Response> => answerSession(running('site').sessions, request)
export const POST = async (request: Request): Promise<Response> => answerSignIn(running('site').sessions, request)
export const DELETE = async (request: Request): Promise<Response> => answerSignOut(running('site').sessions, request)
