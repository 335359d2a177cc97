import { running } from '@/lib/site/compose/running'

export const POST = (request: Request): Promise<Response> => running('bazaar').catalog.http.probe(request)

export const OPTIONS = (request: Request): Promise<Response> => running('bazaar').catalog.http.options(request)
