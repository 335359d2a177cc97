import { createHash } from 'node:crypto'
import { isUniqueViolation } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { canonicalPath, parsePattern, type RoutePattern, RoutePatternError } from '@/lib/base/x402/route-pattern'
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
    // As gateways' documents write a parameter: it would be sold as text.
    if (/[{}]/.test(path)) throw new InputRefusedError({ path: say('pathSegments') })
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

export const routeUrl = (publicOrigin: string, handle: string, path: string): string =>
  new URL(`/x/${handle}${path.replaceAll('%', '%25')}`, publicOrigin).href

export const pageOf = (resourceUri: string): string => resourceUri.replace(/([^/])\/x\//, '$1/shop/')

const shapeOf = (segment: RoutePattern['segments'][number]): string =>
  segment.kind === 'literal' ? segment.text : segment.isRest ? '**' : '*'

/**
 * Turns a unique violation into `ROUTE_PATH_TAKEN`, where another route of the shop answers the same addresses, or into
 * `TOOL_NAME_TAKEN`, where another tool has the same name.
 */
export async function refusePathTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error)) {
      if ('meta' in error && /tool_?name/i.test(JSON.stringify(error.meta))) {
        throw new DomainError('TOOL_NAME_TAKEN', say('toolNameTaken'))
      }
      throw new DomainError('ROUTE_PATH_TAKEN', say('pathTaken'))
    }
    throw error
  }
}

/** Clients of models accept 64 characters, and many prepend `mcp__<server>__`. */
const MAX_TOOL_NAME = 44

/** Whether only a seller's tool can have that name. */
export const isStoredToolName = (name: string): boolean => name.includes('__')

export function toolNameOf(handle: string, route: { method: string; path: string; isTool: boolean }): string | null {
  return route.isTool ? nameTool(handle, route.method, route.path) : null
}

/**
 * A route's name as an MCP tool: `<handle>__<path>`, with the method before the path where it is not GET. Handles hold
 * no underscore, so tools of two shops never share a name, and the site's own tools never contain `__`.
 */
export function nameTool(handle: string, method: string, path: string): string {
  const words = path
    .split('/')
    .map((segment) => segment.replaceAll(/[^A-Za-z0-9-]+/g, '_').replaceAll(/^_+|_+$/g, ''))
    .filter((word) => word !== '')
  const name = `${handle}__${[...(method === 'GET' ? [] : [method.toLowerCase()]), ...words].join('_')}`
  if (name.length <= MAX_TOOL_NAME) return name
  const mark = createHash('sha256').update(`${method} ${path}`).digest('hex').slice(0, 8)
  return `${name.slice(0, MAX_TOOL_NAME - mark.length - 1)}_${mark}`
}

/** Shop and place of a fixed address of this site's shops; null for any other address. */
export function splitAddress(publicOrigin: string, resourceUri: string): { handle: string; shape: string } | null {
  const url = URL.parse(resourceUri)
  if (url?.origin !== publicOrigin) return null
  const [, handle, shape] = /^\/x\/([^/]+)\/(.+)$/.exec(canonicalPath(url.pathname) ?? '') ?? []
  return handle === undefined || shape === undefined ? null : { handle, shape }
}
