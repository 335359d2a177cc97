import type { Entry } from '../entry/entry'

type Named = Pick<Entry, 'type' | 'name' | 'description' | 'resource' | 'key'> & {
  options: Pick<Entry['options'][number], 'payTo'>[]
}

/** A service is a name at a host, an MCP server, or nearly one text at a host: the same but for ids and numbers. */
export function serviceOf({ type, name, description, resource, key, options }: Named): string {
  const url = URL.parse(resource)
  if (url === null || !/^https?:$/.test(url.protocol)) return key
  if (type === 'mcp') return `mcp ${resource}`
  // Of one payee: a copy of another seller's text is no operation of that seller's service.
  const payee = options[0]?.payTo ?? ''
  if (name !== null) return `${url.hostname} ${payee} ${name}`
  const text = (description ?? '')
    .toLowerCase()
    .replace(/\b(0x)?[\da-f-]*\d[\da-f-]*\b/g, '#')
    .trim()
  return text === '' ? key : `${url.hostname} ${payee} ${text}`
}
