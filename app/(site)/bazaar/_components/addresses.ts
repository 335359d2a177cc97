/** The parameters of the explorer's address: those of the public search endpoint and of the list. */
export type ExplorerParameters = Record<string, string>

const NAMES = [
  'query',
  'type',
  'network',
  'scheme',
  'tags',
  'health',
  'payTo',
  'host',
  'x402Version',
  'maxUsdPrice',
  'sort',
  'cursor',
  'offset',
] as const
type Name = (typeof NAMES)[number]
const PLACE: readonly string[] = ['cursor', 'offset']

/** The known parameters of an address; repeated ones are joined by comma, as the public endpoint does. */
export function readParameters(given: Record<string, string | string[] | undefined>): ExplorerParameters {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = given[name]
      const text = Array.isArray(value) ? value.join(',') : (value ?? '')
      return text.trim() === '' ? [] : [[name, text.trim()]]
    }),
  )
}

/** The explorer's address with parameters set, or removed where null. A change of the search returns to page one. */
export function explorerAddress(
  parameters: ExplorerParameters,
  changes: Partial<Record<Name, string | null>> = {},
): string {
  const isTurningPage = Object.keys(changes).some((name) => PLACE.includes(name))
  const merged = { ...parameters, ...changes }
  const kept = NAMES.filter((name) => isTurningPage || !PLACE.includes(name))
  const pairs = kept.flatMap((name) => (merged[name] ? [[name, merged[name]]] : []))
  const search = new URLSearchParams(pairs).toString()
  return search === '' ? '/bazaar' : `/bazaar?${search}`
}

/** The `health` that leaves only what this site has not seen answer. */
export const NOT_SEEN = 'unverified,dead'

/** The path of an entry's page: the key in base64url, so that any key makes one path segment and each key one path. */
export const entryAddress = (key: string): string => `/bazaar/entry/${idOf(key)}`

export const iconAddress = (key: string): string => `/bazaar/icon/${idOf(key)}`

const idOf = (key: string): string => Buffer.from(key, 'utf8').toString('base64url')

export function parseEntryId(entryId: string): string | null {
  const bytes = Buffer.from(entryId, 'base64url')
  const key = bytes.toString('utf8')
  const isExact = idOf(key) === entryId
  return isExact && key !== '' && key.length <= MAX_KEY ? key : null
}

const MAX_KEY = 2_500

/** A listing's host, if a page can be named after it; null for a tool's identifier. */
export function hostOf({ resource }: { resource: string }): string | null {
  const { protocol = '', hostname = '' } = URL.parse(resource) ?? {}
  const isNamed = hostname.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(hostname)
  return isNamed && /^https?:$/.test(protocol) ? hostname : null
}
