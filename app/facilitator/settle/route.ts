import { running } from '@/lib/compose/running'

export const POST = (request: Request): Promise<Response> => running('facilitator').facilitatorHttp.settle(request)
