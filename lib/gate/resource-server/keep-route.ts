import type { CompiledRoute, PastTerms } from './compiled-route'
import type { Gate } from './gate'
import { watchSupported } from './supported-watch'

/**
 * A route that is compiled on first use, and again when its facilitator supports something else, such as another
 * wallet. Terms that were offered before are accepted for as long as they allowed to pay them. A route that can no
 * longer be compiled stays as it is. Fails like the first `compile`, and tries again the next time.
 */
export function keepRoute(gate: Gate, compile: () => Promise<CompiledRoute>): () => Promise<CompiledRoute> {
  const watch = watchSupported(gate.ports.facilitator)
  let kept: CompiledRoute | null = null
  /** The `/supported` text that the route was last compiled for. */
  let text: string | null = null
  let compiling: Promise<CompiledRoute> | null = null

  async function compileAnew(told: string | null): Promise<CompiledRoute> {
    try {
      const route = await compile()
      kept = kept ? { ...route, past: pastOf(kept, route) } : route
      text = told ?? route.supportedText
      return kept
    } catch (error) {
      if (!kept) throw error
      text = told
      gate.log.error({ err: error, routeKey: kept.key }, 'A route could not be opened on the terms of its facilitator')
      return kept
    } finally {
      compiling = null
    }
  }

  return async () => {
    const told = watch.text()
    if (kept && (told === null || told === text || kept.supportedText === null)) return kept
    return (compiling ??= compileAnew(told))
  }
}

function pastOf(former: CompiledRoute, route: CompiledRoute): PastTerms[] {
  const alive = former.past.filter(({ until }) => until > performance.now())
  const { accepts, interchangeable } = former
  if (JSON.stringify(accepts) === JSON.stringify(route.accepts)) return alive
  const longestMs = Math.max(0, ...accepts.map(({ maxTimeoutSeconds }) => maxTimeoutSeconds)) * 1000
  return [...alive, { accepts, interchangeable, until: performance.now() + longestMs }]
}
