import { MoneyError, parsePrice } from '@/lib/x402/money'
import { assetOf } from './assets'

/**
 * Why a price in dollars cannot be paid on one of those networks, in the unit of its asset; null where it can.
 * A network that we do not know is none of its business.
 */
export function findPriceFault(dollars: string, networks: readonly string[]): string | null {
  try {
    for (const { decimals } of networks.flatMap((network) => assetOf(network) ?? [])) parsePrice(dollars, decimals)
    return null
  } catch (error) {
    if (error instanceof MoneyError) return error.message
    throw error
  }
}
