import { createHash } from 'node:crypto'

/** Clients of models accept 64 characters, and many prepend `mcp__<server>__`. */
const MAX_TOOL_NAME = 44

/** Whether only a seller's tool can have that name. */
export const isStoredToolName = (name: string): boolean => name.includes('__')

/** The name under which a route is offered as a tool; null when it is not. */
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
