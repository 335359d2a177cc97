import { ALGORAND_TESTNET, BASE, BASE_SEPOLIA, SOLANA_DEVNET, SOLANA_MAINNET } from '@/lib/base/x402/networks'
import type { Coin } from '@/lib/base/x402/payment-option'

/**
 * The stablecoin that dollar prices are paid in on a network.
 * `address` is a contract (EVM), a mint (Solana) or an asset id (Algorand).
 * `eip712Name` and `version` are the token's EIP-712 domain, which differs between mainnet and testnet.
 */
export type Asset = {
  address: string
  decimals: number
  symbol: string
  eip712Name: string | null
  version: string | null
  supportsEip2612: boolean
  supportsEip3009: boolean
}

const usdc = { decimals: 6, symbol: 'USDC' }
const evmUsdc = { ...usdc, version: '2', supportsEip2612: true, supportsEip3009: true }
const plainUsdc = { ...usdc, eip712Name: null, version: null, supportsEip2612: false, supportsEip3009: false }

const assets = new Map<string, Asset>([
  [BASE, { ...evmUsdc, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', eip712Name: 'USD Coin' }],
  [BASE_SEPOLIA, { ...evmUsdc, address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', eip712Name: 'USDC' }],
  [SOLANA_MAINNET, { ...plainUsdc, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }],
  [SOLANA_DEVNET, { ...plainUsdc, address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' }],
  [ALGORAND_TESTNET, { ...plainUsdc, address: '10458941' }],
])

/** The asset that a network's dollar prices are paid in, or null for a network that has none here. */
export function assetOf(network: string): Asset | null {
  return assets.get(network) ?? null
}

/** Symbol and decimals of an asset that this server knows; null for any other. */
export function assetFacts(network: string, asset: string): Coin | null {
  const known = assetOf(network)
  if (!known || known.address.toLowerCase() !== asset.toLowerCase()) return null
  return { symbol: known.symbol, decimals: known.decimals }
}
