import { entryIdOf, parseEntryId } from './entry-address'

/** The number of columns that fit a phone. */
export const MOST_COMPARED = 3

export function compareAddress(keys: readonly string[]): string {
  const search = new URLSearchParams(keys.map((key) => ['entry', entryIdOf(key)])).toString()
  return search === '' ? '/bazaar/compare' : `/bazaar/compare?${search}`
}

/** The entries in an address, each once; `isTooMany` for more than can be compared, `isUnclear` for an unknown id. */
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
