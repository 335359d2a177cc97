import { say } from '@/lib/base/sentences/say'
import { parsePattern, type RoutePattern, RoutePatternError } from '@/lib/base/x402/route-pattern'
import { InputRefusedError } from '../input-refused-error'

export type RouteAddress = {
  /** `GET /x/<handle>/users/[userId]` */
  routeKey: string
  /** Equal for two paths that differ only in the names of their parameters. */
  shape: string
  parameters: string[]
}

/** The address of a route in that shop. Fails with `INPUT_REFUSED` for an invalid path. */
export function buildRouteAddress(handle: string, method: string, path: string): RouteAddress {
  try {
    const pattern = parsePattern(path)
    if (pattern.segments.length === 0) throw new InputRefusedError({ path: say('pathNameless') })
    // The whole address has the limits of a path, and more segments than the seller's part.
    parsePattern(`/x/${handle}${path}`)
    const shape = pattern.segments.map(shapeOf).join('/')
    const parameters = pattern.segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
    return { routeKey: `${method} /x/${handle}${path}`, shape, parameters }
  } catch (error) {
    if (error instanceof RoutePatternError) throw new InputRefusedError({ path: error.sentence })
    throw error
  }
}

const shapeOf = (segment: RoutePattern['segments'][number]): string =>
  segment.kind === 'literal' ? segment.text : segment.isRest ? '**' : '*'
