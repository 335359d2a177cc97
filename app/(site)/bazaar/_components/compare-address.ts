import { entryIdOf, parseEntryId } from './entry-address'

/** As many columns as fit a phone. */
export const MOST_COMPARED = 3

/** Where entries stand side by side. */
export function compareAddress(keys: readonly string[]): string {
  const search = new URLSearchParams(keys.map((key) => ['entry', entryIdOf(key)])).toString()
  return search === '' ? '/bazaar/compare' : `/bazaar/compare?${search}`
}

/** The entries that an address names, each once; `isTooMany` where it names more than are compared, `isUnclear` where it names what no entry is called. */
export function readCompared(entry: string | string[] | undefined): {
  keys: string[]
  isTooMany: boolean
  isUnclear: boolean
} {
  const named = [entry ?? []].flat().filter((entryId) => entryId !== '')
  const keys = [...new Set(named)].map(parseEntryId)
  const known = keys.filter((key) => key !== null)
  return {
    keys: known.slice(0, MOST_COMPARED),
    isTooMany: known.length > MOST_COMPARED,
    isUnclear: known.length < keys.length,
  }
}
