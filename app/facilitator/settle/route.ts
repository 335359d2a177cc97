import { application } from '@/lib/compose/running'

export async function POST(request: Request): Promise<Response> {
  const { facilitatorHttp } = await application()
  return facilitatorHttp.settle(request)
}
