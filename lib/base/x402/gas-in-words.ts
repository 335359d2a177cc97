import { formatAtomic } from './money'
import { familyOf } from './networks'

const coins = {
  evm: { symbol: 'ETH', decimals: 18 },
  svm: { symbol: 'SOL', decimals: 9 },
  avm: { symbol: 'ALGO', decimals: 6 },
}

const DIGITS = 6

/** "0.5 ETH": an amount of the network's own coin, from its smallest unit, in six digits that count, rounded down. */
export function gasInWords(network: string, atomic: string): string {
  const { symbol, decimals } = coins[familyOf(network) ?? 'evm']
  return `${shorten(formatAtomic(BigInt(atomic), decimals))} ${symbol}`
}

function shorten(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length
  const kept = fraction.slice(0, Math.max(0, leading + DIGITS)).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
