import {
  ALGORAND_TESTNET,
  BASE,
  BASE_SEPOLIA,
  type Network,
  SOLANA_DEVNET,
  SOLANA_MAINNET,
} from '@/lib/base/x402/networks'
import { running } from '@/lib/site/compose/running'

const accountPages: Partial<Record<Network, (address: string) => string>> = {
  [BASE]: (address) => `https://basescan.org/address/${address}`,
  [BASE_SEPOLIA]: (address) => `https://sepolia.basescan.org/address/${address}`,
  [SOLANA_MAINNET]: (address) => `https://explorer.solana.com/address/${address}`,
  [SOLANA_DEVNET]: (address) => `https://explorer.solana.com/address/${address}?cluster=devnet`,
  [ALGORAND_TESTNET]: (address) => `https://lora.algokit.io/testnet/account/${address}`,
}

/**
 * Where the public sees a wallet: a block explorer's page, or `local` where the demo runs the network itself and it is
 * not public. Null for a network without a known explorer.
 */
export async function findAccountPage(
  network: string,
  address: string,
): Promise<{ kind: 'page'; href: string } | { kind: 'local' } | null> {
  const { env } = running('site')
  if (env.isDemo && env.rpcUrls[network] !== undefined) return { kind: 'local' }
  const page = Object.hasOwn(accountPages, network) ? accountPages[network as Network] : undefined
  return page ? { kind: 'page', href: page(encodeURIComponent(address)) } : null
}
