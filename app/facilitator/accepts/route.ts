import { running } from '@/lib/site/compose/running'

export const POST = (request: Request): Promise<Response> => running('facilitator').facilitatorHttp.accepts(request)
