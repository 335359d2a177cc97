import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { formatAtomic, MoneyError, parsePrice } from '@/lib/base/x402/money'
import { assetOf } from './assets'

/**
 * Explains why a price in dollars cannot be paid on one of those networks, in the unit of its asset; null where it can.
 * Networks that we do not know are skipped.
 */
export function findPriceFault(dollars: string, networks: readonly string[]): Sentence | null {
  for (const { decimals } of networks.flatMap((network) => assetOf(network) ?? [])) {
    try {
      parsePrice(dollars, decimals)
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error
      return error.code === 'AMOUNT_BELOW_UNIT'
        ? say('priceBelowUnit', { least: `$${formatAtomic(1n, decimals)}` })
        : say('plain', { text: error.message })
    }
  }
  return null
}
