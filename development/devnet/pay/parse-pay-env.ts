import { z } from 'zod'
import { avmDevnetSecretKey, evmDevnetKey, svmDevnetSecretKey } from '@/development/devnet/wallets'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { chainUrls } from '@/lib/client/chain-urls'
import type { PayerOptions } from '@/lib/client/create-payer'

const text = z.string().trim().min(1).optional()

const envSchema = z.object({
  EVM_PRIVATE_KEY: text,
  SVM_PRIVATE_KEY: text,
  AVM_PRIVATE_KEY: text,
})

/**
 * Which wallets pay and where their chains are read.
 * Without keys it is the local networks' buyer, who pays only on test networks: it owns nothing elsewhere.
 * Its Algorand wallet comes only when that is the wanted network, as loading it takes a second.
 */
export async function parsePayEnv(variables: NodeJS.ProcessEnv, network: string | null): Promise<PayerOptions> {
  // An empty variable in a shell or an env file means the same as none.
  const env = envSchema.parse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())))
  const rpcUrls = chainUrls(variables, true)
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
