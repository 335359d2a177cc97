import { networkName } from '@/lib/base/x402/networks'
import type { Understood } from '@/lib/bazaar/find-board'

/** A dollar amount without rounding and without an exponent. */
export const dollarsInWords = (dollars: number): string => `$${dollars.toFixed(6).replace(/(\.\d{2}\d*?)0+$/, '$1')}`

/** The understood query, in words that the search understands: in English, whatever the reader's language. */
export function wordsOf(understood: Understood): string {
  const { topic, method, minUsdPrice, maxUsdPrice, isMaxUsdPriceExclusive, excludedNetworks, order } = understood
  const words = [
    topic,
    method ? `${method} requests` : '',
    minUsdPrice ? `at least ${dollarsInWords(minUsdPrice)}` : '',
    maxUsdPrice === null ? '' : `${isMaxUsdPriceExclusive ? 'under' : 'at most'} ${dollarsInWords(maxUsdPrice)}`,
    // The name stands for all of its networks; one of them is enough.
    ...excludedNetworks.slice(0, 1).map((network) => `not on ${nameOf(network).toLowerCase()}`),
    order === 'dearest' ? 'most expensive' : (order ?? ''),
  ]
  return words.filter(Boolean).join(' ')
}

const families: Record<string, string> = {
  'eip155:*': 'any EVM network',
  'solana:*': 'Solana',
  'algorand:*': 'Algorand',
}

const nameOf = (network: string): string => families[network] ?? networkName(network)
