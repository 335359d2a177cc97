import { z } from 'zod'
import { avmDevnetSecretKey, evmDevnetKey, svmDevnetSecretKey } from '@/development/devnet/wallets'
import type { PayerOptions } from '@/lib/client/create-payer'
import { ALGORAND_TESTNET, BASE, BASE_SEPOLIA, SOLANA_DEVNET, SOLANA_MAINNET } from '@/lib/x402/networks'

const text = z.string().trim().min(1).optional()

const envSchema = z.object({
  EVM_PRIVATE_KEY: text,
  SVM_PRIVATE_KEY: text,
  AVM_PRIVATE_KEY: text,
  EVM_RPC_URLS_84532: text,
  EVM_RPC_URLS_8453: text,
  SVM_RPC_URL_DEVNET: text,
  SVM_RPC_URL_MAINNET: text,
  AVM_ALGOD_URL_TESTNET: text,
})

/**
 * Which wallets pay and where their chains are read.
 * Without keys it is the local networks' buyer, who pays on test networks alone: it owns nothing elsewhere.
 * Its Algorand wallet comes only when that is the wanted network, as loading it takes a second.
 */
export async function parsePayEnv(variables: NodeJS.ProcessEnv, network: string | null): Promise<PayerOptions> {
  // An empty variable in a shell or an env file means the same as none.
  const env = envSchema.parse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())))
  const rpcUrls = {
    [BASE_SEPOLIA]: firstOf(env.EVM_RPC_URLS_84532) ?? 'http://localhost:8545',
    [BASE]: firstOf(env.EVM_RPC_URLS_8453),
    [SOLANA_DEVNET]: env.SVM_RPC_URL_DEVNET ?? 'http://localhost:8899',
    [SOLANA_MAINNET]: env.SVM_RPC_URL_MAINNET,
    [ALGORAND_TESTNET]: env.AVM_ALGOD_URL_TESTNET ?? 'http://localhost:4001',
  }
  if (env.EVM_PRIVATE_KEY || env.SVM_PRIVATE_KEY || env.AVM_PRIVATE_KEY) {
    return { evmKey: env.EVM_PRIVATE_KEY, svmKey: env.SVM_PRIVATE_KEY, avmKey: env.AVM_PRIVATE_KEY, rpcUrls }
  }
  const isAlgorand = network === 'avm' || network === ALGORAND_TESTNET
  return {
    evmKey: evmDevnetKey('buyer'),
    svmKey: await svmDevnetSecretKey('buyer'),
    avmKey: isAlgorand ? await avmDevnetSecretKey('buyer') : undefined,
    networks: { evm: [BASE_SEPOLIA], svm: [SOLANA_DEVNET], avm: [ALGORAND_TESTNET] },
    rpcUrls,
  }
}

const firstOf = (list: string | undefined) => list?.split(',')[0]?.trim()
