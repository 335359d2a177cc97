import { base, baseSepolia } from 'viem/chains'
import { ALGORAND_TESTNET, BASE, BASE_SEPOLIA, SOLANA_DEVNET, SOLANA_MAINNET } from '@/lib/base/x402/networks'

const nodes: Record<string, string> = {
  [BASE]: base.rpcUrls.default.http[0],
  [BASE_SEPOLIA]: baseSepolia.rpcUrls.default.http[0],
  [SOLANA_MAINNET]: 'https://api.mainnet-beta.solana.com',
  [SOLANA_DEVNET]: 'https://api.devnet.solana.com',
  [ALGORAND_TESTNET]: 'https://testnet-api.algonode.cloud',
}

export const publicNodeOf = (network: string): string | undefined => nodes[network]
