import { formatAtomic } from './money'
import { familyOf } from './networks'

const coins = {
  evm: { symbol: 'ETH', decimals: 18 },
  svm: { symbol: 'SOL', decimals: 9 },
  avm: { symbol: 'ALGO', decimals: 6 },
}

/** "0.5 ETH": a wallet's balance in the network's own coin. `balance` is in that coin's smallest unit. */
export function gasInWords(network: string, balance: string): string {
  const { symbol, decimals } = coins[familyOf(network) ?? 'evm']
  return `${formatAtomic(BigInt(balance), decimals)} ${symbol}`
}
