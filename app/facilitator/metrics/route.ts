import { application } from '@/lib/compose/application'

export async function GET(request: Request): Promise<Response> {
  const { facilitatorHttp } = await application()
  return facilitatorHttp.metrics(request)
}
