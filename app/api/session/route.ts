import { answerSession, answerSignIn, answerSignOut } from '@/lib/compose/answer-session-request'
import { application } from '@/lib/compose/application'

export const GET = async (request: Request): Promise<Response> => answerSession(await application(), request)
export const POST = async (request: Request): Promise<Response> => answerSignIn(await application(), request)
export const DELETE = async (request: Request): Promise<Response> => answerSignOut(await application(), request)
