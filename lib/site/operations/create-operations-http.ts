import type { Registry } from 'prom-client'
import { notFound } from '@/lib/base/http/not-found'
import { isEnding } from '@/lib/base/infra/ending'
import { keepBriefly } from '@/lib/base/infra/keep-briefly'
import { checkReadiness, type Readiness } from './check-readiness'
import { mayReadMetrics } from './may-read-metrics'
import type { OperationsContext } from './ports'

export type OperationsHttp = Record<'readyz' | 'metrics', (request: Request) => Promise<Response>> & {
  /** Logs what this instance lacks to serve, if anything. */
  tellMissing: () => Promise<void>
}

const KEPT_MS = 1_000

/** Both answers are cached for a second, so that frequent requests cost nothing. */
export function createOperationsHttp(
  context: OperationsContext & { registry: Registry; refresh: () => Promise<void>; metricsToken: string | undefined },
): OperationsHttp {
  const readiness = keepBriefly<Readiness>(() => checkReadiness(context), KEPT_MS)
  const figures = keepBriefly(async () => {
    await context.refresh()
    return context.registry.metrics()
  }, KEPT_MS)
  return {
    readyz: async () => {
      const { isReady, missing } = isEnding() ? ending : await readiness()
      const headers = { 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '5' }) }
      return Response.json(
        { status: isReady ? 'ready' : 'not ready', missing },
        { status: isReady ? 200 : 503, headers },
      )
    },
    tellMissing: async () => {
      const { missing } = await readiness()
      for (const what of missing) context.log.warn(`Not ready yet: ${what}`)
    },
    metrics: async (request) => {
      if (!mayReadMetrics(request, context.metricsToken)) return notFound()
      const headers = { 'Content-Type': context.registry.contentType, 'Cache-Control': 'no-store' }
      return new Response(await figures(), { headers })
    },
  }
}

const ending: Readiness = { isReady: false, missing: ['This instance has been told to end.'] }
