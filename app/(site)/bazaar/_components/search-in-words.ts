import { chipsOf } from './chips'
import type { ExplorerParameters } from './explorer-address'
import type { BazaarTexts } from './facts-in-words'

/** A search in words: "weather, on Solana, up to $0.01"; a name for the whole list. */
export function searchInWords(t: BazaarTexts, parameters: ExplorerParameters): string {
  const limits = chipsOf(t, parameters, null).map(({ text }) => text)
  return [...(parameters.query ? [parameters.query] : []), ...limits].join(', ') || t('chips.everything')
}
