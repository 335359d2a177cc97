import { application } from '@/lib/compose/running'

export async function POST(request: Request): Promise<Response> {
  const { catalog } = await application()
  return catalog.http.probe(request)
}

export async function OPTIONS(request: Request): Promise<Response> {
  const { catalog } = await application()
  return catalog.http.preflight(request)
}
