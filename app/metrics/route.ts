import { application } from '@/lib/compose/running'

/** Figures of this instance for Prometheus. */
export async function GET(request: Request): Promise<Response> {
  const { operations } = await application()
  return operations.metrics(request)
}
