import { presentEntries } from '../browse/present-entry'
import type { SearchResult } from './search-entries'

export const presentSearch = ({ resources, ...rest }: SearchResult) => ({
  x402Version: 2 as const,
  resources: presentEntries(resources),
  ...rest,
})
