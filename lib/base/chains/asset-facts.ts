import type { Coin } from '@/lib/base/x402/payment-option'
import { assetOf } from './assets'

/** Symbol and decimals of an asset that this server knows; null for any other. */
export function assetFacts(network: string, asset: string): Coin | null {
  const known = assetOf(network)
  if (!known || known.address.toLowerCase() !== asset.toLowerCase()) return null
  return { symbol: known.symbol, decimals: known.decimals }
}
