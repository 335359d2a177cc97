import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { bearerOf } from '@/lib/base/http/bearer'
import { callerOf, isForwarded } from '@/lib/base/http/caller-mark'
import { notFound } from '@/lib/base/http/not-found'
import { isEnding } from '@/lib/base/infra/ending'
import { keepBriefly } from '@/lib/base/infra/keep-briefly'
import { isPrivateAddress } from '@/lib/base/infra/public-address'
import { checkReadiness, type Readiness } from './check-readiness'
import type { OperationsContext } from './ports'

export type OperationsHttp = Record<'readyz' | 'metrics', (request: Request) => Promise<Response>> & {
  /** Logs what this instance lacks to serve, if anything. */
  tellMissing: () => Promise<void>
}

const KEPT_MS = 1_000
const SECOND_LOOK_MS = 5_000

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
      const { isReady, missing, notes } = isEnding() ? ending : await readiness()
      const headers = { 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '5' }) }
      return Response.json(
        { status: isReady ? 'ready' : 'not ready', missing, ...(notes.length > 0 && { notes }) },
        { status: isReady ? 200 : 503, headers },
      )
    },
    tellMissing: async () => {
      const first = await readiness()
      for (const what of first.notes) context.log.warn(what)
      if (first.isReady) return
      // A process that is starting is slow to hear answers: what a second look misses is missing.
      await sleep(SECOND_LOOK_MS, null, { ref: false })
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

const ending: Readiness = { isReady: false, missing: ['This instance has been told to end.'], notes: [] }

/**
 * With a token, callers who send it. Without one, callers of this machine and of private networks whose request no
 * proxy passed on, since a proxy speaks for the public.
 */
function mayReadMetrics(request: Request, token: string | undefined): boolean {
  if (token === undefined) return !isForwarded(request.headers) && isPrivateAddress(callerOf(request.headers))
  const given = bearerOf(request)
  return given !== null && timingSafeEqual(digest(given), digest(token))
}

/** Digests have one length, so that comparing takes the same time for every guess. */
const digest = (text: string) => createHash('sha256').update(text).digest()
