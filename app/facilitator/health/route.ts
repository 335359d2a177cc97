import { running } from '@/lib/compose/running'

export const GET = (request: Request): Promise<Response> => running('facilitator').facilitatorHttp.health(request)
