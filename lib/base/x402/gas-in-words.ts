import { formatAtomic } from './money'
import { familyOf } from './networks'

const coins = {
  evm: { symbol: 'ETH', decimals: 18 },
  svm: { symbol: 'SOL', decimals: 9 },
  avm: { symbol: 'ALGO', decimals: 6 },
}

const DIGITS = 6

/**
 * "0.5 ETH": an amount of the network's own coin, in six digits that count, rounded down; "0.5 ETH ($1500.00)" where a
 * rate is set. `atomic` is in that coin's smallest unit.
 */
export function gasInWords(network: string, atomic: string, centsPerCoin: string | null = null): string {
  const { symbol, decimals } = coins[familyOf(network) ?? 'evm']
  const words = `${shorten(formatAtomic(BigInt(atomic), decimals))} ${symbol}`
  if (centsPerCoin === null) return words
  const cents = (BigInt(atomic) * BigInt(centsPerCoin)) / 10n ** BigInt(decimals)
  return `${words} ($${formatAtomic(cents, 2)})`
}

function shorten(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length
  const kept = fraction.slice(0, Math.max(0, leading + DIGITS)).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
