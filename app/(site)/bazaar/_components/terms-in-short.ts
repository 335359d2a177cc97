import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, findLeast } from '@/lib/base/x402/payment-option'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import type { BazaarTexts } from './facts-in-words'

type Options = Listing['options']

const SHOWN_NETWORKS = 2

/**
 * A listing's lowest price: "0.01 USDC", and whether it is "from" or "up to" that. `isKnown` is false where there are
 * only words.
 */
export function leastInShort(
  t: BazaarTexts,
  options: Options,
): { limit: 'from' | 'upTo' | null; amount: string; isKnown: boolean } {
  const found = findLeast(options)
  if (found && found.least.amountAtomic !== null) {
    const limit = found.isFrom ? 'from' : found.least.scheme === 'upto' ? 'upTo' : null
    return { limit, amount: amountInWords(found.least.amountAtomic, found.least), isKnown: true }
  }
  const isPriced = options.some(({ amountAtomic }) => amountAtomic !== null)
  const amount = t(options.length === 0 ? 'terms.noWay' : isPriced ? 'terms.unknownCoin' : 'terms.unknownPrice')
  return { limit: null, amount, isKnown: false }
}

/** "Base, Solana", "Base, Solana +3". */
export function networksInShort(t: BazaarTexts, options: Options): string {
  const names = [...new Set(options.map(({ network }) => nameOf(network)))]
  if (names.length === 0) return t('terms.noNetwork')
  const more = names.length - SHOWN_NETWORKS
  return `${names.slice(0, SHOWN_NETWORKS).join(', ')}${more > 0 ? ` +${more}` : ''}`
}

const nameOf = (network: string): string => {
  const name = networkName(network)
  return name === network ? shortenMiddle(name) : name
}
