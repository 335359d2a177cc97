import { say } from '@/lib/base/sentences/say'
import type { SchemaReading } from '@/lib/base/x402/declared-schema'
import { recordOf } from '@/lib/base/x402/header-codec'
import { type Losses, lose } from './losses'
import { resolveObject } from './resolve-object'

type Scheme = Record<string, unknown>

const schemesOf = (reading: SchemaReading): [string, Scheme][] =>
  Object.entries(recordOf(recordOf(reading.root.components).securitySchemes)).map(([name, scheme]) => [
    name,
    resolveObject(reading, scheme) ?? {},
  ])

/** Headers in which the service wants credentials; its seller has them added to each request. */
export function namedKeys(reading: SchemaReading): string[] {
  const names = schemesOf(reading).flatMap(([, { type, in: place, name }]) => {
    if (type === 'apiKey') return place === 'header' && typeof name === 'string' ? [name.slice(0, 64)] : []
    return type === 'http' || type === 'oauth2' || type === 'openIdConnect' ? ['Authorization'] : []
  })
  return [...new Set(names)].slice(0, 5)
}

/** Notes a key in the query or a cookie, where that is the only way in: a gateway adds headers only. */
export function checkKeys(reading: SchemaReading, { security }: Record<string, unknown>, losses: Losses): void {
  const asked = Array.isArray(security) ? security : reading.root.security
  if (!Array.isArray(asked) || asked.length === 0) return
  const schemes = new Map(schemesOf(reading))
  const ways = asked.map((way) =>
    Object.keys(recordOf(way)).flatMap((name) => {
      const scheme = schemes.get(name) ?? {}
      return scheme.type === 'apiKey' && scheme.in !== 'header' ? [scheme] : []
    }),
  )
  const [first] = ways
  if (!first || ways.some((keys) => keys.length === 0)) return
  for (const { name } of first) lose(losses, say('unread.key', { name: String(name).slice(0, 64) }), true)
}
