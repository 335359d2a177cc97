import { running } from '@/lib/site/compose/running'

export const GET = (request: Request): Promise<Response> => running('bazaar').catalog.http.merchant(request)

export const OPTIONS = (request: Request): Promise<Response> => running('bazaar').catalog.http.options(request)
