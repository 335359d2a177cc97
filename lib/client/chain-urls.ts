import { base, baseSepolia } from 'viem/chains'
import { ALGORAND_TESTNET, BASE, BASE_SEPOLIA, SOLANA_DEVNET, SOLANA_MAINNET } from '@/lib/base/x402/networks'
import type { RpcUrls } from '@/lib/client/wallet'

/** Variables with the payer's RPC URLs, named like the server's. An empty one counts as unset. */
export type Variables = { readonly [name: string]: string | undefined }

export const rpcVariables: Record<string, string> = {
  [BASE_SEPOLIA]: 'EVM_RPC_URLS_84532',
  [BASE]: 'EVM_RPC_URLS_8453',
  [SOLANA_DEVNET]: 'SVM_RPC_URL_DEVNET',
  [SOLANA_MAINNET]: 'SVM_RPC_URL_MAINNET',
  [ALGORAND_TESTNET]: 'AVM_ALGOD_URL_TESTNET',
}

const localNodes: Record<string, string> = {
  [BASE_SEPOLIA]: 'http://localhost:8545',
  [SOLANA_DEVNET]: 'http://localhost:8899',
  [ALGORAND_TESTNET]: 'http://localhost:4001',
}

/** RPC URL of each network: the configured one, else local nodes for local test networks, else public ones. */
export function chainUrls(env: Variables, isLocal: boolean): RpcUrls {
  return Object.fromEntries(
    Object.entries(rpcVariables).map(([network, variable]) => [
      network,
      firstOf(env[variable]) ?? (isLocal ? localNodes[network] : undefined) ?? publicNodes[network],
    ]),
  )
}

/** A server on this machine is on its local networks; any other is on the public ones. */
export const isOnThisMachine = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const firstOf = (list: string | undefined) => list?.split(',')[0]?.trim() || undefined

const publicNodes: Record<string, string> = {
  [BASE]: base.rpcUrls.default.http[0],
  [BASE_SEPOLIA]: baseSepolia.rpcUrls.default.http[0],
  [SOLANA_MAINNET]: 'https://api.mainnet-beta.solana.com',
  [SOLANA_DEVNET]: 'https://api.devnet.solana.com',
  [ALGORAND_TESTNET]: 'https://testnet-api.algonode.cloud',
}
