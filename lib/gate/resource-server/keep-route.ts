import type { CompiledRoute, PastTerms } from './compiled-route'
import type { Gate } from './gate'
import { watchSupported } from './supported-watch'

/**
 * A route that is compiled when it is first asked for, and again when its facilitator supports something else, such as
 * another wallet. Terms that were offered before are taken for as long as they allowed to pay them. Where it can no
 * longer be compiled it stays as it is. Fails as the first `compile` does, and tries again the next time.
 */
export function keepRoute(gate: Gate, compile: () => Promise<CompiledRoute>): () => Promise<CompiledRoute> {
  const watch = watchSupported(gate.ports.facilitator)
  let kept: CompiledRoute | null = null
  /** What of the facilitator's words the route was last compiled for. */
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

/** What may still be paid of a route's former terms. */
function pastOf(former: CompiledRoute, route: CompiledRoute): PastTerms[] {
  const alive = former.past.filter(({ until }) => until > performance.now())
  const { accepts, interchangeable } = former
  if (JSON.stringify(accepts) === JSON.stringify(route.accepts)) return alive
  const longestMs = Math.max(0, ...accepts.map(({ maxTimeoutSeconds }) => maxTimeoutSeconds)) * 1000
  return [...alive, { accepts, interchangeable, until: performance.now() + longestMs }]
}
