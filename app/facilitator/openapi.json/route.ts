import { application } from '@/lib/compose/running'

export async function GET(request: Request): Promise<Response> {
  const { facilitatorHttp } = await application()
  return facilitatorHttp.openapi(request)
}
