import { chipsOf } from './chips'
import type { ExplorerParameters } from './explorer-address'

/** A search by what makes it: "weather, on Solana, up to $0.01"; the whole list by what it is. */
export function searchInWords(parameters: ExplorerParameters): string {
  const limits = chipsOf(parameters, null).map(({ text }) => text)
  return [...(parameters.query ? [parameters.query] : []), ...limits].join(', ') || 'Everything listed'
}
