import { application } from '@/lib/compose/running'

/** Whether a load balancer may send requests to this instance; if not, what is missing. */
export async function GET(request: Request): Promise<Response> {
  const { operations } = await application()
  return operations.readyz(request)
}
