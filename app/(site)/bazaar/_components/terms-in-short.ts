import { shortenMiddle } from '@/lib/ui/shorten-middle'
import { networkName } from '@/lib/x402/networks'
import { amountInWords, findLeast } from '@/lib/x402/payment-option'
import type { Listing } from '../_server/explorer'

type Options = Listing['options']

const SHOWN_NETWORKS = 2

/** What a listing costs at least: "from " or "up to " as `limit`, and "0.01 USDC"; `isKnown` is false where only words can be said. */
export function leastInShort(options: Options): { limit: string; amount: string; isKnown: boolean } {
  const found = findLeast(options)
  if (found && found.least.amountAtomic !== null) {
    const limit = found.isFrom ? 'from ' : found.least.scheme === 'upto' ? 'up to ' : ''
    return { limit, amount: amountInWords(found.least.amountAtomic, found.least), isKnown: true }
  }
  const isPriced = options.some(({ amountAtomic }) => amountAtomic !== null)
  const amount = options.length === 0 ? 'No way to pay known' : isPriced ? 'In an unknown coin' : 'Price unknown'
  return { limit: '', amount, isKnown: false }
}

/** "Base, Solana", "Base, Solana +3". */
export function networksInShort(options: Options): string {
  const names = [...new Set(options.map(({ network }) => nameOf(network)))]
  if (names.length === 0) return 'No network known'
  const more = names.length - SHOWN_NETWORKS
  return `${names.slice(0, SHOWN_NETWORKS).join(', ')}${more > 0 ? ` +${more}` : ''}`
}

const nameOf = (network: string): string => {
  const name = networkName(network)
  return name === network ? shortenMiddle(name) : name
}
