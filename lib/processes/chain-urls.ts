import type { RpcUrls } from '@/lib/client/wallet'
import { ALGORAND_TESTNET, BASE, BASE_SEPOLIA, SOLANA_DEVNET, SOLANA_MAINNET } from '@/lib/x402/networks'

/** The variables that name where a payer reads its chains are the server's own. An empty one means the same as none. */
export type Variables = { readonly [name: string]: string | undefined }

/** By network, the variable that says where its chain is read. */
export const rpcVariables: Record<string, string> = {
  [BASE_SEPOLIA]: 'EVM_RPC_URLS_84532',
  [BASE]: 'EVM_RPC_URLS_8453',
  [SOLANA_DEVNET]: 'SVM_RPC_URL_DEVNET',
  [SOLANA_MAINNET]: 'SVM_RPC_URL_MAINNET',
  [ALGORAND_TESTNET]: 'AVM_ALGOD_URL_TESTNET',
}

/** Where each network is read. On local networks the test networks are this machine's own; else the SDK knows public nodes. */
export function chainUrls(env: Variables, isLocal: boolean): RpcUrls {
  return {
    [BASE_SEPOLIA]: firstOf(env.EVM_RPC_URLS_84532) ?? (isLocal ? 'http://localhost:8545' : undefined),
    [BASE]: firstOf(env.EVM_RPC_URLS_8453),
    [SOLANA_DEVNET]: firstOf(env.SVM_RPC_URL_DEVNET) ?? (isLocal ? 'http://localhost:8899' : undefined),
    [SOLANA_MAINNET]: firstOf(env.SVM_RPC_URL_MAINNET),
    [ALGORAND_TESTNET]: firstOf(env.AVM_ALGOD_URL_TESTNET) ?? (isLocal ? 'http://localhost:4001' : undefined),
  }
}

/** A server on this machine is on its local networks; any other is on the public ones. */
export const isOnThisMachine = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const firstOf = (list: string | undefined) => list?.split(',')[0]?.trim() || undefined
