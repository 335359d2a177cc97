import { application } from '@/lib/compose/application'

/** Figures of this instance for Prometheus. */
export async function GET(request: Request): Promise<Response> {
  const { operations } = await application()
  return operations.metrics(request)
}
