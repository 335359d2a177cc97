import { running } from '@/lib/site/compose/running'

export const GET = (request: Request): Promise<Response> => running('bazaar').catalog.http.preflight(request)

export const OPTIONS = (request: Request): Promise<Response> => running('bazaar').catalog.http.options(request)
