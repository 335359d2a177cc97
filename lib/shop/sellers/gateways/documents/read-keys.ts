import { say } from '@/lib/base/sentences/say'
import type { SchemaReading } from '@/lib/base/x402/declared-schema'
import { recordOf } from '@/lib/base/x402/header-codec'
import { type Losses, lose } from './losses'
import { resolveObject } from './resolve-object'

type Scheme = Record<string, unknown>

export type Keys = {
  /** Headers in which the service wants credentials; its seller has them added to each request. */
  names: string[]
  /** Notes a key in the query or a cookie, where that is the only way in: a gateway adds headers only. */
  check: (operation: Record<string, unknown>, losses: Losses) => void
}

/** Reads what a service asks of callers; each list of ways is looked at once. */
export function readKeys(reading: SchemaReading): Keys {
  const { components, security: shared } = reading.root
  const schemes = new Map(
    Object.entries(recordOf(recordOf(components).securitySchemes)).map(([name, scheme]): [string, Scheme] => [
      name,
      resolveObject(reading, scheme) ?? {},
    ]),
  )
  const known = new Map<unknown, Scheme[]>()
  return {
    names: namesOf([...schemes.values()]),
    check: ({ security }, losses) => {
      const asked = Array.isArray(security) ? security : shared
      if (!known.has(asked)) known.set(asked, findUnsendable(schemes, asked))
      for (const { name } of known.get(asked) ?? [])
        lose(losses, say('unread.key', { name: String(name).slice(0, 64) }), true)
    },
  }
}

function namesOf(schemes: Scheme[]): string[] {
  const names = schemes.flatMap(({ type, in: place, name }) => {
    if (type === 'apiKey') return place === 'header' && typeof name === 'string' ? [name.slice(0, 64)] : []
    return type === 'http' || type === 'oauth2' || type === 'openIdConnect' ? ['Authorization'] : []
  })
  return [...new Set(names)].slice(0, 5)
}

/** The keys of the first way in that a gateway cannot send; none where there is another way. */
function findUnsendable(schemes: ReadonlyMap<string, Scheme>, asked: unknown): Scheme[] {
  if (!Array.isArray(asked)) return []
  const ways = asked.map((way) =>
    Object.keys(recordOf(way)).flatMap((name) => {
      const scheme = schemes.get(name) ?? {}
      return scheme.type === 'apiKey' && scheme.in !== 'header' ? [scheme] : []
    }),
  )
  return ways.some((keys) => keys.length === 0) ? [] : (ways[0] ?? [])
}
