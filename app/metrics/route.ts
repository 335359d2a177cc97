import { running } from '@/lib/site/compose/running'

/** Figures of this instance for Prometheus. */
export const GET = (request: Request): Promise<Response> => running('operations').metrics(request)
