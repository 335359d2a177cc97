import { assetFacts } from '@/lib/base/chains/assets'
import type { Coin } from '@/lib/base/x402/payment-option'

/**
 * Dollar coins by network and contract. Only these give a listing a price in dollars: a name such as "USDC" in a
 * listing is only the seller's claim, and a worthless token may carry it. EVM addresses in lower case.
 * Source: the issuer's published contract addresses.
 */
const DOLLAR_COINS: Record<string, Record<string, number>> = {
  'eip155:8453': { '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 6 },
  'eip155:84532': { '0x036cbd53842c5426634e7929541ec2318f3dcf7e': 6 },
  'eip155:1': { '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 6 },
  'eip155:137': { '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': 6 },
  'eip155:80002': { '0x41e94eb019c0762f9bfcf9fb1e58725bfb0e7582': 6 },
  'eip155:42161': { '0xaf88d065e77c8cc2239327c5edb3a432268e5831': 6 },
  'eip155:43114': { '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': 6 },
  'eip155:480': { '0x79a02482a880bce3f13e09da970dc34db4cd24d1': 6 },
  'eip155:143': { '0x754704bc059f8c67012fed69bc8a327a5aafb603': 6 },
  'eip155:196': { '0x74b7f16337b8972027f6196a17a631ac6de26d22': 6 },
  'eip155:1187947933': { '0x85889c8c714505e0c94b30fcfcf64fe3ac8fcb20': 6 },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 6,
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 6,
  },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': 6 },
}

export function dollarCoinDecimals(network: string, asset: string | null): number | null {
  if (asset === null) return null
  const coins = DOLLAR_COINS[network]
  return coins?.[asset] ?? coins?.[asset.toLowerCase()] ?? null
}

const LARGEST_MICROS = 9_000_000_000_000_000n

/** The coin by its contract, never by a seller's name for it; dollar coins other than ours are called "USD". */
export function coinOf(network: string, asset: string): Coin | null {
  const known = assetFacts(network, asset)
  if (known) return known
  const decimals = dollarCoinDecimals(network, asset)
  return decimals === null ? null : { symbol: 'USD', decimals }
}

/** Price in millionths of a dollar, rounded up; null when the asset is not a known dollar coin. */
export function microDollars(network: string, asset: string | null, amountAtomic: bigint | null): bigint | null {
  const decimals = dollarCoinDecimals(network, asset)
  if (decimals === null || amountAtomic === null) return null
  const micros =
    decimals >= 6 ? ceilDivide(amountAtomic, 10n ** BigInt(decimals - 6)) : amountAtomic * 10n ** BigInt(6 - decimals)
  return micros > LARGEST_MICROS ? LARGEST_MICROS : micros
}

const ceilDivide = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor
