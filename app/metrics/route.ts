import { running } from '@/lib/site/compose/running'

export const GET = (request: Request): Promise<Response> => running('operations').metrics(request)
