/** What the explorer's address may hold: the parameters of the public search endpoint and of the list. */
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

/** The explorer's address with some parameters set, or left out where null. A change of what is searched starts at the first page. */
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

/** The feed of a search, which has an order of its own. */
export const feedAddress = (parameters: ExplorerParameters): string =>
  explorerAddress(parameters, { sort: null }).replace('/bazaar', '/bazaar/feed.xml')
