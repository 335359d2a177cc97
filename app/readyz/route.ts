import { running } from '@/lib/site/compose/running'

/** Whether a load balancer may send requests to this instance; if not, what is missing. */
export const GET = (request: Request): Promise<Response> => running('operations').readyz(request)
