import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, findLeast } from '@/lib/base/x402/payment-option'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import type { BazaarTexts } from './facts-in-words'

type Options = Listing['options']

/** Two names side by side, or the first and how many more. */
const WIDTH = 16

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

/** "Base, Solana", "Base Sepolia +2". */
export function networksInShort(t: BazaarTexts, options: Options): string {
  const names = [...new Set(options.map(({ network }) => nameOf(network)))]
  if (names.length === 0) return t('terms.noNetwork')
  const all = names.join(', ')
  return names.length < 2 || all.length <= WIDTH ? all : `${names[0]} +${names.length - 1}`
}

const nameOf = (network: string): string => {
  const name = networkName(network)
  return name === network ? shortenMiddle(name) : name
}
