import { say } from '@/lib/base/sentences/say'
import { parsePattern, type RoutePattern, RoutePatternError } from './route-pattern'

export const routeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const
export type RouteMethod = (typeof routeMethods)[number]

export type RouteKey = { method: RouteMethod; pattern: RoutePattern }

/** Methods whose input travels in the query; the others carry a body. */
export function isQueryMethod(method: RouteMethod): method is 'GET' | 'HEAD' | 'DELETE' {
  return method === 'GET' || method === 'HEAD' || method === 'DELETE'
}

/**
 * Parses the key of a route configuration: a method in capitals, one space, a path pattern.
 * Fails with `RoutePatternError`. Source: service spec 2.1.
 */
export function parseRouteKey(key: string): RouteKey {
  const space = key.indexOf(' ')
  const method = routeMethods.find((candidate) => candidate === key.slice(0, Math.max(space, 0)))
  if (!method) {
    throw new RoutePatternError(
      say('plain', { text: `Expected "<METHOD> <path>" with one of ${routeMethods.join(', ')}.` }),
    )
  }
  return { method, pattern: parsePattern(key.slice(space + 1)) }
}
