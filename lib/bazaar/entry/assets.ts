import { assetFacts } from '@/lib/base/chains/assets'
import type { Coin } from '@/lib/base/x402/payment-option'

/**
 * Dollar coins by network and contract. Only these give a listing a price in dollars: a name such as "USDC" in a
 * listing is only the seller's claim, and a worthless token may carry it. EVM addresses in lower case.
 * Source: the issuer's published contract addresses.
 */
const DOLLAR_COINS: Record<string, string[]> = {
  'eip155:8453': ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  'eip155:84532': ['0x036cbd53842c5426634e7929541ec2318f3dcf7e'],
  'eip155:1': ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  'eip155:137': ['0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'],
  'eip155:80002': ['0x41e94eb019c0762f9bfcf9fb1e58725bfb0e7582'],
  'eip155:42161': ['0xaf88d065e77c8cc2239327c5edb3a432268e5831'],
  'eip155:43114': ['0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'],
  'eip155:480': ['0x79a02482a880bce3f13e09da970dc34db4cd24d1'],
  'eip155:143': ['0x754704bc059f8c67012fed69bc8a327a5aafb603'],
  'eip155:196': ['0x74b7f16337b8972027f6196a17a631ac6de26d22'],
  'eip155:1187947933': ['0x85889c8c714505e0c94b30fcfcf64fe3ac8fcb20'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  ],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
}

/** All of them have six decimals. */
const DECIMALS = 6

export const isDollarCoin = (network: string, asset: string | null): boolean =>
  asset !== null && [asset, asset.toLowerCase()].some((each) => DOLLAR_COINS[network]?.includes(each))

const LARGEST_MICROS = 9_000_000_000_000_000n

/** The coin by its contract, never by a seller's name for it; dollar coins other than ours are called "USD". */
export const coinOf = (network: string, asset: string): Coin | null =>
  assetFacts(network, asset) ?? (isDollarCoin(network, asset) ? { symbol: 'USD', decimals: DECIMALS } : null)

/** Price in millionths of a dollar; null when the asset is not a known dollar coin. */
export function microDollars(network: string, asset: string | null, amountAtomic: bigint | null): bigint | null {
  if (amountAtomic === null || !isDollarCoin(network, asset)) return null
  return amountAtomic > LARGEST_MICROS ? LARGEST_MICROS : amountAtomic
}
