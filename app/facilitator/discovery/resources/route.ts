import { application } from '@/lib/compose/running'

export async function GET(request: Request): Promise<Response> {
  const { catalog } = await application()
  return catalog.http.resources(request)
}

export async function OPTIONS(request: Request): Promise<Response> {
  const { catalog } = await application()
  return catalog.http.preflight(request)
}
