import { application } from '@/lib/compose/application'

const answer = async (request: Request): Promise<Response> => (await application()).storedRoutes.answer(request)

/** Everything that sellers have made: `/x/<handle>/<path>`. */
export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
